import InputDevices
import KeyboardGuide
import TOML

/// Kinds of values: one that is of another form is an error at its place.
extension SettingKey {
  /// Points that no screen exceeds.
  private static let lengths = 0...100_000.0

  static func flag(_ path: WritableKeyPath<DaemonSettings, Bool>) -> Kind {
    Kind(
      read: { (draft, value, what) throws(TOMLError) in draft.settings[keyPath: path] = try value.boolean(what) },
      write: { $0[keyPath: path] ? "true" : "false" })
  }

  static func number(_ path: WritableKeyPath<DaemonSettings, Double>, in range: ClosedRange<Double>) -> Kind {
    Kind(
      read: { (draft, value, what) throws(TOMLError) in
        draft.settings[keyPath: path] = try value.number(what, in: range)
      }, write: { TOMLText.number($0[keyPath: path]) })
  }

  /// A whole number.
  static func count(_ path: WritableKeyPath<DaemonSettings, Int>, in range: ClosedRange<Int>) -> Kind {
    Kind(
      read: { (draft, value, what) throws(TOMLError) in
        draft.settings[keyPath: path] = try value.integer(what, in: range)
      }, write: { "\($0[keyPath: path])" })
  }

  static func length(_ path: WritableKeyPath<DaemonSettings, Double>, atLeast least: Double = 0) -> Kind {
    number(path, in: least...lengths.upperBound)
  }

  static func seconds(_ path: WritableKeyPath<DaemonSettings, Double>) -> Kind { number(path, in: 0...60) }

  static func name<Name: RawRepresentable & CaseIterable>(_ path: WritableKeyPath<DaemonSettings, Name>) -> Kind
  where Name.RawValue == String {
    Kind(
      read: { (draft, value, what) throws(TOMLError) in draft.settings[keyPath: path] = try value.name(what) },
      write: { TOMLText.string($0[keyPath: path].rawValue) })
  }

  /// A name that the machine decides about, as of a group.
  static func word(_ path: WritableKeyPath<DaemonSettings, String>) -> Kind {
    Kind(
      read: { (draft, value, what) throws(TOMLError) in
        let word = try value.string(what)
        guard !word.isEmpty, word.utf8.count <= 64 else {
          throw TOMLError("\(what) must have from 1 to 64 bytes", at: value.place)
        }
        draft.settings[keyPath: path] = word
      }, write: { TOMLText.string($0[keyPath: path]) })
  }

  /// As in `{ points = 0, fraction = 0.08, hysteresis = 8 }`; what is left out stays as it is.
  static func distance(_ path: WritableKeyPath<DaemonSettings, NearDistance>) -> Kind {
    Kind(
      read: { (draft, value, what) throws(TOMLError) in
        for member in try value.table(what) {
          let part = "\(what).\(member.key)"
          switch member.key {
          case "points": draft.settings[keyPath: path].points = try member.value.number(part, in: lengths)
          case "fraction": draft.settings[keyPath: path].fraction = try member.value.number(part, in: 0...1)
          case "hysteresis": draft.settings[keyPath: path].hysteresis = try member.value.number(part, in: lengths)
          default: throw unknown(member, of: ["points", "fraction", "hysteresis"], in: what)
          }
        }
      },
      write: { settings in
        let distance = settings[keyPath: path]
        return TOMLText.table([
          ("points", TOMLText.number(distance.points)), ("fraction", TOMLText.number(distance.fraction)),
          ("hysteresis", TOMLText.number(distance.hysteresis)),
        ])
      })
  }

  static func modifiers(_ path: WritableKeyPath<DaemonSettings, Modifiers>) -> Kind {
    let names: [(name: String, modifier: Modifiers)] = [("Control", .control), ("Alt", .alt), ("Meta", .meta)]
    return Kind(
      read: { (draft, value, what) throws(TOMLError) in
        var modifiers = Modifiers()
        for element in try value.array(what) {
          let text = try element.string("a modifier in \(what)")
          guard let known = names.first(where: { $0.name == text }) else {
            let list = names.map { "\"\($0.name)\"" }.joined(separator: ", ")
            throw TOMLError("a modifier in \(what) must be one of \(list)", at: element.place)
          }
          modifiers.insert(known.modifier)
        }
        draft.settings[keyPath: path] = modifiers
      },
      write: { settings in
        let held = names.filter { settings[keyPath: path].contains($0.modifier) }
        return TOMLText.array(held.map { TOMLText.string($0.name) })
      })
  }

  /// The chords of one action; a conflict between actions is found when the whole text has been read.
  static func chords(_ action: KeyAction) -> Kind {
    Kind(
      read: { (draft, value, what) throws(TOMLError) in
        var list: [Chord] = []
        for element in try value.array(what) {
          let text = try element.string("a chord in \(what)")
          do throws(ChordError) { list.append(try Chord(text)) } catch {
            throw TOMLError(error.description, at: element.place)
          }
        }
        draft.chords[action] = list
        draft.chordPlaces[action] = value.place
      },
      write: { TOMLText.array(($0.chords.chords[action] ?? []).map { TOMLText.string($0.description) }) })
  }

  /// As in `[{ ID = "undo", Title = "Undo" }]`.
  static let systemItems = Kind(
    read: { (draft, value, what) throws(TOMLError) in
      var items: [BarItem] = []
      for element in try value.array(what) {
        var id: String?
        var title: String?
        var width: Double?
        for member in try element.table("an item of \(what)") {
          switch member.key {
          case "ID": id = try member.value.string("'ID' in \(what)")
          case "Title": title = try member.value.string("'Title' in \(what)")
          case "Width": width = try member.value.number("'Width' in \(what)", in: lengths)
          default: throw unknown(member, of: ["ID", "Title", "Width"], in: what)
          }
        }
        guard let id, !id.isEmpty else { throw TOMLError("an item of \(what) needs an ID", at: element.place) }
        items.append(BarItem(id: id, title: title ?? id, width: width))
      }
      guard items.count <= 16 else { throw TOMLError("\(what) can have 16 items", at: value.place) }
      draft.settings.seat.systemItems = items
    },
    write: { settings in
      TOMLText.array(
        settings.seat.systemItems.map { item in
          TOMLText.table([
            ("ID", TOMLText.string(item.id)), ("Title", TOMLText.string(item.title)),
            ("Width", item.width.map(TOMLText.number)),
          ])
        })
    })

  /// `[[Language]]` sections; a later file's take the place of an earlier one's.
  static let languages = Kind(
    read: { (draft, value, what) throws(TOMLError) in
      var languages: [Language] = []
      for element in try value.array("\(what) (write [[Language]])") {
        var language = Language(id: "")
        for member in try element.table(what) {
          let part = "'Language.\(member.key)'"
          switch member.key {
          case "ID": language.id = try member.value.string(part)
          case "SuggestionsWidth": language.suggestionsWidth = try member.value.number(part, in: lengths)
          case "LandscapeHeight": language.landscapeKeyboardHeight = try member.value.number(part, in: lengths)
          case "PortraitHeight": language.portraitKeyboardHeight = try member.value.number(part, in: lengths)
          default: throw unknown(member, of: languageKeys, in: "[[Language]]")
          }
        }
        guard !language.id.isEmpty else {
          throw TOMLError("a language needs an ID, as in ID = \"de\"", at: element.place)
        }
        guard !languages.contains(where: { $0.id == language.id }) else {
          throw TOMLError("the language \"\(language.id)\" stands here a second time", at: element.place)
        }
        languages.append(language)
      }
      draft.settings.seat.languages = languages
    },
    write: { settings in
      TOMLText.array(
        settings.seat.languages.map { language in
          TOMLText.table([
            ("ID", TOMLText.string(language.id)), ("SuggestionsWidth", language.suggestionsWidth.map(TOMLText.number)),
            ("LandscapeHeight", language.landscapeKeyboardHeight.map(TOMLText.number)),
            ("PortraitHeight", language.portraitKeyboardHeight.map(TOMLText.number)),
          ])
        })
    })

  /// What a `[[Language]]` can have.
  static let languageKeys = ["ID", "SuggestionsWidth", "LandscapeHeight", "PortraitHeight"]

  private static func unknown(_ member: TOMLValue.Member, of names: [String], in what: String) -> TOMLError {
    TOMLError(UnknownName.problem(member.key, "key of \(what)", known: names), at: member.place)
  }
}
