import KeyguideAPI
import Testing

@testable import osk_dbus

/// What is asked of a keyboard on the bus, and what is said of it.
@Suite struct DBusKeyboardTests {
  private func show(_ id: Int) -> DBusKeyboard.Input { .request(ProviderRequest(id: id, kind: .show, timeout: 2)) }
  private func hide(_ id: Int) -> DBusKeyboard.Input { .request(ProviderRequest(id: id, kind: .hide, timeout: 2)) }

  /// A keyboard that runs and is hidden.
  private func running() -> DBusKeyboard {
    var keyboard = DBusKeyboard()
    #expect(keyboard.apply(.owner(":1.5")) == [.askVisible])
    #expect(keyboard.apply(.visible(false)) == [.report(isVisible: false, answering: nil)])
    return keyboard
  }

  @Test func aRequestIsAnsweredWhenTheKeyboardSaysThatItIsSo() {
    var keyboard = running()
    #expect(keyboard.apply(show(1)) == [.setVisible(true)])
    #expect(keyboard.apply(.answered(error: nil)) == [.askVisible])
    #expect(keyboard.apply(.visible(false)) == [])
    #expect(keyboard.apply(.visible(true)) == [.report(isVisible: true, answering: 1)])
    #expect(keyboard.apply(.visible(true)) == [])
  }

  @Test func whatIsSoAlreadyIsAskedForAllTheSame() {
    var keyboard = running()
    #expect(keyboard.apply(hide(1)) == [.setVisible(false)])
    #expect(keyboard.apply(.answered(error: nil)) == [.askVisible])
    #expect(keyboard.apply(.visible(false)) == [.report(isVisible: false, answering: 1)])
  }

  @Test func aChangeByAPersonIsReported() {
    var keyboard = running()
    #expect(keyboard.apply(.visible(true)) == [.report(isVisible: true, answering: nil)])
  }

  @Test func theNewerRequestCounts() {
    var keyboard = running()
    _ = keyboard.apply(show(1))
    #expect(keyboard.apply(hide(2)) == [.setVisible(false)])
    #expect(keyboard.apply(.visible(true)) == [.report(isVisible: true, answering: nil)])
    #expect(keyboard.apply(.visible(false)) == [.report(isVisible: false, answering: 2)])
  }

  @Test func aCancelledRequestIsNotAnswered() {
    var keyboard = running()
    _ = keyboard.apply(show(1))
    #expect(keyboard.apply(.cancelled(1)) == [])
    #expect(keyboard.apply(.visible(true)) == [.report(isVisible: true, answering: nil)])
  }

  @Test func aRefusalIsToldWithItsName() {
    var keyboard = running()
    _ = keyboard.apply(show(1))
    let steps = keyboard.apply(.answered(error: "org.freedesktop.DBus.Error.UnknownMethod"))
    #expect(
      steps == [
        .finish(1, problem: "the on-screen keyboard refuses SetVisible: org.freedesktop.DBus.Error.UnknownMethod")
      ])
  }

  @Test func withoutAKeyboardNothingIsShown() {
    var keyboard = DBusKeyboard()
    #expect(keyboard.apply(show(1)) == [.finish(1, problem: DBusKeyboard.nobody)])
    #expect(keyboard.apply(hide(2)) == [.report(isVisible: false, answering: 2)])
  }

  @Test func aKeyboardThatGoesIsNotShownAndCannotBe() {
    var keyboard = running()
    _ = keyboard.apply(.visible(true))
    #expect(keyboard.apply(.owner(nil)) == [.report(isVisible: false, answering: nil)])
    keyboard = running()
    _ = keyboard.apply(show(1))
    let steps = keyboard.apply(.owner(nil))
    #expect(steps == [.report(isVisible: false, answering: nil), .finish(1, problem: DBusKeyboard.nobody)])
    keyboard = running()
    _ = keyboard.apply(hide(1))
    #expect(keyboard.apply(.owner(nil)) == [.report(isVisible: false, answering: 1)])
  }

  @Test func oneThatComesLateOrAgainIsToldWhatWasAskedBefore() {
    var keyboard = DBusKeyboard()
    #expect(keyboard.apply(show(1)) == [.finish(1, problem: DBusKeyboard.nobody)])
    #expect(keyboard.apply(.owner(":1.5")) == [.askVisible, .setVisible(true)])
    #expect(keyboard.apply(.visible(false)) == [.report(isVisible: false, answering: nil)])
    // It forgets what it is told while it starts.
    #expect(keyboard.apply(.late) == [.setVisible(true)])
    #expect(keyboard.apply(.visible(true)) == [.report(isVisible: true, answering: nil)])
    #expect(keyboard.apply(.late) == [])
    #expect(keyboard.apply(.owner(nil)) == [.report(isVisible: false, answering: nil)])
    #expect(keyboard.apply(.owner(":1.9")) == [.askVisible, .setVisible(true)])
    #expect(keyboard.apply(.visible(true)) == [.report(isVisible: true, answering: nil)])
    #expect(keyboard.apply(.owner(nil)) == [.report(isVisible: false, answering: nil)])
    #expect(keyboard.apply(hide(2)) == [.report(isVisible: false, answering: 2)])
    #expect(keyboard.apply(.owner(":2.1")) == [.askVisible, .setVisible(false)])
  }

  @Test func oneThatAPersonHasHiddenStaysSoWhenItComesAgain() {
    var keyboard = running()
    _ = keyboard.apply(show(1))
    _ = keyboard.apply(.visible(true))
    _ = keyboard.apply(.visible(false))
    _ = keyboard.apply(.owner(nil))
    #expect(keyboard.apply(.owner(":1.9")) == [.askVisible])
  }

  @Test func oneThatRefusesWhatNobodyAwaitsIsLeft() {
    var keyboard = DBusKeyboard()
    _ = keyboard.apply(show(1))
    _ = keyboard.apply(.owner(":1.5"))
    #expect(keyboard.apply(.answered(error: "no")) == [])
    #expect(keyboard.apply(.late) == [])
  }

  @Test func theNextOneIsToldWhatTheFormerWasNotAskedToTheEnd() {
    var keyboard = running()
    _ = keyboard.apply(show(1))
    #expect(keyboard.apply(.owner(":1.9")) == [.askVisible, .setVisible(true)])
    #expect(keyboard.apply(.visible(true)) == [.report(isVisible: true, answering: 1)])
  }

  @Test func oneThatForgetsIsToldAgainAndAfterThreeTimesGivenUp() {
    var keyboard = running()
    _ = keyboard.apply(show(1))
    #expect(keyboard.apply(.late) == [.setVisible(true)])
    #expect(keyboard.apply(.late) == [.setVisible(true)])
    let problem = "the on-screen keyboard accepts SetVisible(true), and does not do it"
    #expect(keyboard.apply(.late) == [.finish(1, problem: problem)])
    #expect(keyboard.apply(.late) == [])
  }

  @Test func oneThatHasFollowedIsNotToldAgain() {
    var keyboard = running()
    _ = keyboard.apply(show(1))
    _ = keyboard.apply(.visible(true))
    #expect(keyboard.apply(.late) == [])
  }

  @Test func aDaemonThatKnowsNothingIsToldAnew() {
    var keyboard = running()
    #expect(keyboard.apply(.resynced) == [.report(isVisible: false, answering: nil)])
    var unknown = DBusKeyboard()
    #expect(unknown.apply(.resynced) == [])
  }

  @Test func whatOSK0CannotDoIsSaid() {
    var keyboard = running()
    let move = keyboard.apply(.request(ProviderRequest(id: 1, kind: .move, timeout: 2, form: .floating)))
    #expect(move == [.finish(1, problem: DBusKeyboard.unmovable)])
    let language = keyboard.apply(.request(ProviderRequest(id: 2, kind: .language, timeout: 2)))
    #expect(language == [.finish(2, problem: "an on-screen keyboard is not asked for 'language'")])
  }
}
