import DeviceClassification
import KeyboardGuide

/// A physical device with everything that was concluded about it.
struct DeviceAssessment {
  /// The syspath of the physical device.
  var syspath: String
  var id: DeviceID
  var seat: String
  /// The judgement about the device as a whole.
  var judgement: Judgement
  /// The nodes that are there, in the order of their syspaths.
  var nodes: [(node: AnnouncedNode, judgement: Judgement)]
  /// What each of them is to be read for, by syspath.
  var uses: [String: NodeUse]
  /// What its seat is to know of it; nil when nothing of it bears on keyboards or tablet mode.
  var facts: AttachedDevice?
}

extension AnnouncedNode {
  /// What the node is to be read for.
  func use(_ judgement: Judgement, isProven: Bool, noticesTyping: Bool, chords: ChordTable) -> NodeUse {
    var use = NodeUse()
    switch judgement.verdict {
    case .keyboard: use = .modifiers
    case .unproven: use = isProven ? .modifiers : .proof
    case .aux:
      // Modifiers on one node and media keys on another make a chord of the one keyboard.
      if ModifierKeys.exist(in: description.keys) {
        use = .modifiers
      } else if hasKey(of: chords.keys) {
        use = .chords
      }
    case .notKeyboard: if isPressedByHand, hasKey(of: chords.standaloneKeys) { use = .buttons }
    }
    if noticesTyping, use == .modifiers, description.hasTypingBlock { use.insert(.typing) }
    // Some switches lie; whoever knows that of a machine sets the property.
    if description.hasMachineSwitch, description.udev["KEYGUIDE_SWITCHES"] != "0" { use.insert(.switches) }
    return use
  }

  private func hasKey(of codes: Set<UInt16>) -> Bool { codes.contains { description.keys.contains(Int($0)) } }

  /// Whether a key of this node, which is no keyboard's, was pressed by a person: a tablet's buttons, hotkeys of firmware.
  ///
  /// Not what a program makes. Not what could type, and is not believed: tokens, scanners, remote consoles. And not what
  /// is pointed, drawn or played with: its descriptors claim keys that it does not have, or that are part of a game.
  private var isPressedByHand: Bool {
    !description.isMadeByProgram && !description.hasTypingBlock && !description.isPointer && !description.isPen
      && !description.isTouchscreen && !description.isGamepad && description.udev["KEYGUIDE_KEYBOARD"] != "0"
  }

  /// What names the device when it is plugged in again; nil when nothing but its place does.
  ///
  /// Serial numbers that many units share, as `00000000`, name none of them.
  var distinctUniq: String? {
    let letters = uniq.lowercased().filter { $0.isLetter || $0.isNumber }
    return letters.count >= 8 && Set(letters).count >= 3 ? letters : nil
  }
}
