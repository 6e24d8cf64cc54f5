import JSON
import KeyboardGuide
import KeyguideAPI
import KeyguideSettings
import SeatReplay
import Varlink
import VarlinkServer

/// Carries out the calls of `io.keyguide.Control`.
struct ControlInterface {
  let seats: SeatDirectory
  let access: AccessControl
  let clients: ClientReports
  /// Reads the configuration anew; the error has what is wrong with it.
  let reload: () throws(SettingsError) -> Void

  var methods: [String: VarlinkMethod] {
    [
      "IgnoreExternalKeyboards": ignoreExternalKeyboards, "OverrideKeyboard": overrideKeyboard, "PlaceBar": placeBar,
      "DragBar": dragBar, "Perform": perform, "SetLanguage": setLanguage, "Record": record,
      "Clients": listClients, "Reload": reloadConfiguration,
    ]
  }

  private func ignoreExternalKeyboards(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var ignores: Bool?
    let session = try session(call, peer) { (member, value) throws(JSONError) in
      if member == "ignore" { ignores = try value.readBool() }
    }
    guard let ignores else { throw .invalidParameter("ignore") }
    session.apply(.externalKeyboardsIgnored(ignores))
    return .reply { _ in }
  }

  private func overrideKeyboard(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var override: KeyboardOverride?
    let session = try session(call, peer) { (member, value) throws(JSONError) in
      if member == "keyboard", !value.readNull() { override = try value.readName() }
    }
    session.apply(.keyboardOverridden(override))
    return .reply { _ in }
  }

  private func placeBar(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var place: ShortcutBar.Place?
    var isEnabled: Bool?
    var hidesItems: Bool?
    let session = try session(call, peer) { (member, value) throws(JSONError) in
      switch member {
      case "place": if !value.readNull() { place = try value.readName() }
      case "enabled": isEnabled = try value.readOptional()
      case "hidesApplicationItems": hidesItems = try value.readOptional()
      default: break
      }
    }
    var bar = session.seat.bar
    bar.place = place ?? bar.place
    bar.isEnabled = isEnabled ?? bar.isEnabled
    bar.hidesApplicationItems = hidesItems ?? bar.hidesApplicationItems
    session.apply(.barChanged(bar))
    return .reply { _ in }
  }

  private func dragBar(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var x: Double?
    let session = try session(call, peer) { (member, value) throws(JSONError) in
      if member == "x" { x = try value.readOptional() }
    }
    session.apply(.barDragged(x: x))
    return .reply { _ in }
  }

  private func perform(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var action: KeyAction?
    let session = try session(call, peer) { (member, value) throws(JSONError) in
      if member == "action" { action = try value.readName() }
    }
    guard let action else { throw .invalidParameter("action") }
    session.apply(.performed(action, on: nil))
    return .reply { _ in }
  }

  private func setLanguage(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var language: String?
    let session = try session(call, peer) { (member, value) throws(JSONError) in
      if member == "language" { language = try value.readOptional() }
    }
    if let language {
      let available = session.seat.configuration.languages.map(\.id)
      guard available.contains(language) else {
        throw VarlinkError("io.keyguide.Control.UnknownLanguage") { writer in
          writer.member("language", language)
          writer.member("available", available)
        }
      }
    }
    session.apply(.languageChosen(language, context: nil))
    return .reply { _ in }
  }

  private func record(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    let session = try session(call, peer, needs: .administer) { (_, _) throws(JSONError) in }
    guard call.more, !call.oneway else { throw .expectedMore }
    return .stream(RecorderStream(session: session, resumedAt: call.resumedAt))
  }

  private func listClients(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    try call.readParameters { (_, _) throws(JSONError) in }
    // What other programs of its user do is not a confined plugin's business.
    if peer.confinement != nil { try access.require(.monitor, on: nil, of: peer) }
    let list = clients.list(for: peer)
    return .reply { list.encodeMembers(to: &$0) }
  }

  private func reloadConfiguration(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    try call.readParameters { (_, _) throws(JSONError) in }
    try access.require(.administer, on: nil, of: peer)
    do throws(SettingsError) {
      try reload()
    } catch {
      throw VarlinkError("io.keyguide.Control.InvalidConfiguration") { $0.member("problems", error.lines) }
    }
    return .reply { _ in }
  }

  /// The seat that the call names, if the caller may decide about it; other parameters go to the closure.
  private func session(
    _ call: VarlinkCall, _ peer: Peer, needs right: AccessRight = .control,
    _ read: (String, inout JSONReader) throws(JSONError) -> Void
  ) throws(VarlinkError) -> SeatSession {
    var name: String?
    try call.readParameters { (member, value) throws(JSONError) in
      if member == "seat" { name = try value.readOptional() } else { try read(member, &value) }
    }
    guard let session = seats.session(named: name) else {
      throw VarlinkError("io.keyguide.Control.UnknownSeat", ("seat", name ?? ""))
    }
    try access.require(right, on: session.name, of: peer)
    return session
  }
}
