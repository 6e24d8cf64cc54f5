import JSON
import KeyActivity
import Testing

@Suite struct SequenceTests {
  @Test("the readers count what the corpus counts", arguments: try SequenceCase.all())
  func mechanical(sequence: SequenceCase) throws {
    let report = try sequence.replay()
    let expected = sequence.expected
    let keys = report.keys
    #expect(keys.presses == expected.presses)
    #expect(keys.releases == expected.releases)
    let repeats = keys.repeats.map { ("\($0.key.node):\($0.key.key)", $0.value) }
    #expect(Dictionary(uniqueKeysWithValues: repeats) == expected.repeats)
    #expect(keys.strayReleases == expected.strayReleases)
    #expect(keys.duplicatePresses == expected.duplicatePresses)
    #expect(keys.syntheticReleases == expected.syntheticReleases)
    #expect(keys.adopted == expected.adopted)
    #expect(report.downAtEnd == expected.downAtEnd)
    #expect(keys.dropped == expected.dropped)
    #expect(keys.tabletMode == expected.tabletMode)
    #expect(report.ledsOn == expected.ledsOn)
  }

  @Test("the judgements are the corpus' own", arguments: try SequenceCase.all())
  func judged(sequence: SequenceCase) throws {
    let report = try sequence.replay()
    let expected = sequence.expected
    // A field that the corpus leaves out is not judged.
    func check<Value: Equatable>(
      _ field: String, _ value: Value?, _ expected: Value?, at location: SourceLocation = #_sourceLocation
    ) {
      guard let expected else { return }
      #expect(value == expected, "\(field)", sourceLocation: location)
    }
    #expect(expected.textActivity != nil)
    check("text_activity", report.hasTextActivity, expected.textActivity)
    check("keyboard_present", report.isKeyboardPresent, expected.keyboardPresent)
    check("presence", report.presence, expected.presence)
    check("human_paced", report.isHumanPaced, expected.humanPaced)
    check("promote", report.promotes, expected.promote)
    check("keyboards", report.keyboards, expected.keyboards)
    check("typing_times", report.typingTimes, expected.typingTimes)
    check("active_devices", report.activeDevices, expected.activeDevices)
    check("activity_ends_at", report.activityEndsAt, expected.activityEndsAt)
    check("tablet_mode_settled", report.settledTabletMode.map { $0 ? 1 : 0 }, expected.tabletModeSettled)
  }

  @Test(
    "look-alikes stay unproven by their use alone",
    arguments: try SequenceCase.all().filter { $0.expected.promote == false || $0.expected.humanPaced == false })
  func byUseAlone(sequence: SequenceCase) throws {
    let report = try sequence.replay { $0 == .notKeyboard ? .unproven : $0 }
    #expect(report.promotes == false)
    #expect(!report.hasTextActivity)
  }

  @Test("every sequence of the corpus is there")
  func count() throws {
    #expect(try SequenceCase.all().count == 45)
  }
}
