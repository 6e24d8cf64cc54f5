import KeyActivity
import Testing

@Suite struct TypingJudgeTests {
  struct Scene: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var typist: Typist

    init(_ name: String, _ act: (inout Typist) -> Void) {
      testDescription = name
      typist = Typist()
      act(&typist)
    }
  }

  @Test(
    "text that a person types proves a keyboard",
    arguments: [
      Scene("a word at an even pace") { $0.type(Typist.keys("hello"), hold: 75, rest: 108) },
      Scene("one finger that looks for every key") { $0.type(Typist.keys("the queen"), hold: 140, rest: 1900) },
      Scene("a slow finger with holds that repeat") {
        for key in Typist.keys("house") {
          $0.press(key)
          $0.wait(260)
          $0.add(.repeated(key))
          $0.wait(60)
          $0.release(key)
          $0.wait(900)
        }
      },
      Scene("fast fingers that roll over the keys") {
        $0.roll(Typist.keys("another thing"), gaps: [72, 95, 64, 110, 58], holds: [95, 80, 120])
      },
      Scene("very fast fingers, rolled letters nearly at once") {
        $0.roll(Typist.keys("the other thing here"), gaps: [60, 48, 95, 70, 16, 82, 64], holds: [85, 70, 110])
      },
      Scene("fast fingers with the evenness of a drummer") {
        $0.roll(Typist.keys("another thing"), gaps: [75], holds: [98])
      },
      Scene("short taps on a light switch") {
        $0.roll(Typist.keys("short taps"), gaps: [88, 120, 97, 141], holds: [38, 31, 44, 29])
      },
      Scene("capital letters") { $0.type(Typist.keys("stop it"), hold: 80, rest: 90, shifted: 60) },
      Scene("words, digits and enter") {
        $0.type(Typist.keys("room 101") + [Typist.enter] + Typist.keys("by ten"), hold: 85, rest: 120)
      },
      Scene("a person after the burst of a token") {
        $0.type(Typist.keys(String(repeating: "cbdefghijklnrtuv", count: 3)), hold: 4, rest: 4)
        $0.wait(1000)
        $0.type(Typist.keys("and now i write a long line by hand"), hold: 80, rest: 110)
      },
    ])
  func people(scene: Scene) {
    #expect(scene.typist.isProven)
  }

  static let code = Typist.keys("scan this code 4711 of the other thing")

  @Test(
    "machines do not",
    arguments: [1, 2, 4, 5, 8, 10, 15, 20, 25, 30, 40].map { step in
      Scene("a scanner with \(step) ms an event") {
        for _ in 0..<3 {
          $0.type(code + [Typist.enter], hold: step, rest: step)
          $0.wait(2000)
        }
      }
    }
      + [5, 15, 25].map { step in
        Scene("a scanner of capitals with \(step) ms an event") {
          $0.type(code, hold: step, rest: step, shifted: step)
        }
      } + [
        Scene("a scanner with pauses between the letters") { $0.type(code, hold: 8, rest: 100) },
        Scene("a scanner with even pauses and holds") { $0.type(code, hold: 30, rest: 55) },
        Scene("a scanner that never reports all keys up") {
          var last: UInt16?
          for key in code {
            $0.press(key)
            if let last, last != key { $0.release(last) }
            $0.wait(30)
            last = key
          }
        },
        Scene("a macro of firmware that is played slowly on a poll of 8 ms") {
          for (index, key) in code.enumerated() {
            $0.press(key)
            $0.wait(index.isMultiple(of: 2) ? 32 : 40)
            $0.release(key)
            $0.wait(40)
          }
        },
        Scene("a macro of firmware that changes keys in one frame, at no even pace") {
          for (index, key) in code.enumerated() {
            $0.press(key)
            $0.wait([60, 95, 130, 75][index % 4])
            $0.release(key)
          }
        },
        Scene("a macro of firmware whose keys overlap") { $0.roll(code, gaps: [10], holds: [65]) },
        Scene("a scanner that is slow at every third key") {
          for (index, key) in code.enumerated() {
            $0.type([key], hold: index.isMultiple(of: 3) ? 60 : 6, rest: 50)
          }
        },
        Scene("keys of which every third falls on another one") {
          $0.roll(code, gaps: [9, 130, 170], holds: [62, 75, 81])
        },
        Scene("chords of firmware") {
          for _ in 0..<10 {
            $0.chord(Typist.keys("another"), hold: 120)
            $0.wait(700)
          }
        },
        Scene("chords of firmware, each with another letter first") {
          for word in ["abhj", "bhja", "hjab", "jabh", "lkop", "mnqw"] {
            $0.chord(Typist.keys(word), hold: 90)
            $0.wait(500)
          }
        },
        Scene("keys that only touch") { $0.type(code, hold: 0, rest: 200) },
      ])
  func machines(scene: Scene) {
    #expect(!scene.typist.isProven)
  }

  @Test(
    "nor does a person who types no text",
    arguments: [
      Scene("digits") { $0.type(Typist.keys("314159265358979323846264338327950"), hold: 80, rest: 120) },
      Scene("the keypad") { $0.type([71, 72, 73, 75, 76, 77, 79, 80, 81, 82, 96, 78], hold: 80, rest: 150) },
      Scene("arrows and paging") { $0.type([103, 105, 106, 108, 104, 109, 103, 108, 102, 107], hold: 90, rest: 130) },
      Scene("media keys") { $0.type([113, 114, 115, 163, 164, 165, 166, 224, 225], hold: 90, rest: 200) },
      Scene("F1 to F24") { $0.type(Array(59...68) + [87, 88] + Array(183...194), hold: 90, rest: 130) },
      Scene("modifiers") { $0.type([29, 42, 56, 125, 126, 100, 97, 54], hold: 200, rest: 150) },
      Scene("space and enter") { $0.type([57, 28, 57, 57, 28, 57, 28, 14, 15], hold: 90, rest: 130) },
      Scene("one letter again and again") {
        $0.type(Typist.keys(String(repeating: "j", count: 60)), hold: 80, rest: 120)
      },
      Scene("three keys of a pad") { $0.type(Typist.keys("abcabcacbabc"), hold: 90, rest: 200) },
      Scene("two keys of a pad") { $0.type(Typist.keys("hahahahahaha"), hold: 90, rest: 200) },
      Scene("the keys of a game") { $0.type(Typist.keys("wasdwdsaeqwrsadwwf"), hold: 250, rest: 180) },
      Scene("one key that repeats") {
        $0.press(36)
        for _ in 0..<200 {
          $0.wait(33)
          $0.add(.repeated(36))
        }
        $0.release(36)
      },
      Scene("shortcuts") {
        for key in Typist.keys("zyxcvhopnk") {
          $0.press(Typist.control)
          $0.wait(60)
          $0.type([key], hold: 80, rest: 50)
          $0.release(Typist.control)
          $0.wait(600)
        }
      },
      Scene("shortcuts under a control key that was down before") {
        $0.add(.adopted(Typist.control))
        $0.type(Typist.keys("hjokpan"), hold: 90, rest: 300)
      },
      Scene("letters a long time apart") { $0.type(Typist.keys("hello again"), hold: 90, rest: 60_000) },
      Scene("keys that lie under something") { $0.type(Typist.keys("hello again"), hold: 3000, rest: 200) },
      Scene("buttons of a mouse") { $0.type([272, 273, 274, 275, 276, 272, 273], hold: 90, rest: 200) },
      Scene("letters with events lost between them") {
        for key in Typist.keys("hello again") {
          $0.type([key], hold: 90, rest: 200)
          $0.add(.eventsLost)
        }
      },
      Scene("letters whose device goes away each time") {
        for key in Typist.keys("hello again") {
          $0.press(key)
          $0.wait(90)
          $0.add(.ended(key))
          $0.wait(200)
        }
      },
    ])
  func others(scene: Scene) {
    #expect(!scene.typist.isProven)
  }

  @Test("what was typed is forgotten with the decision")
  func forgets() {
    var one = TypingJudge()
    var other = TypingJudge()
    var first = Typist()
    first.type(Typist.keys("secret phrase"), hold: 80, rest: 110)
    var second = Typist()
    second.type(Typist.keys("quite something else"), hold: 95, rest: 240)
    for moment in first.moments { _ = one.take(moment.change, at: moment.time) }
    for moment in second.moments { _ = other.take(moment.change, at: moment.time) }
    #expect(one.isProven)
    #expect(one == other)
  }

  @Test("it speaks once")
  func once() {
    var typist = Typist()
    typist.type(Typist.keys("a longer text that goes on after the decision"), hold: 80, rest: 110)
    var judge = TypingJudge()
    let proofs = typist.moments.map { judge.take($0.change, at: $0.time) }
    #expect(proofs.count { $0 } == 1)
  }

  @Test("a clock that is set back only starts a new run")
  func clockStep() {
    var typist = Typist()
    typist.type(Typist.keys("hel"), hold: 80, rest: 110)
    typist.wait(-500_000)
    typist.type(Typist.keys("lo"), hold: 80, rest: 110)
    #expect(!typist.isProven)
    typist.type(Typist.keys("there"), hold: 80, rest: 110)
    #expect(typist.isProven)
  }
}
