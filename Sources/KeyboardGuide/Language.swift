/// A keyboard language that the person switches between, and what is different with it (R40, R176).
public struct Language: Equatable, Sendable {
  /// The field's own name for it, as in `de` or `pt-BR` (BCP 47); nothing depends on its form.
  public var id: String
  /// Room for suggestions in the shortcut bar, in points; nil: as configured for all. 0: it has none (R289).
  public var suggestionsWidth: Double?
  /// Height of the docked software keyboard, in points; nil: as configured for all.
  public var landscapeKeyboardHeight: Double?
  public var portraitKeyboardHeight: Double?

  public init(id: String, suggestionsWidth: Double? = nil) {
    self.id = id
    self.suggestionsWidth = suggestionsWidth
  }
}

/// What the person chose: one language last, and one in each context (R290).
struct LanguageChoice: Equatable, Sendable {
  private struct Memory: Equatable {
    var context: String
    var language: String
  }

  /// Contexts come from clients, without end; the one whose choice is the oldest is forgotten first.
  static let mostRemembered = 64

  /// nil: nothing was chosen.
  private var last: String?
  /// The oldest choice first.
  private var remembered: [Memory] = []

  /// Takes a choice that was made in a context, or in none; nil: it is taken back.
  mutating func choose(_ language: String?, in context: String?) {
    last = language
    if let context { remember(language, in: context) }
  }

  /// Takes a choice for one context alone.
  mutating func remember(_ language: String?, in context: String) {
    remembered.removeAll { $0.context == context }
    guard let language else { return }
    remembered.append(Memory(context: context, language: language))
    if remembered.count > Self.mostRemembered { remembered.removeFirst() }
  }

  /// The language of a context: what was chosen there, else what was chosen last, else the first that there is.
  ///
  /// One that there is no more counts as never chosen.
  func language(in context: String?, of languages: [Language]) -> Language? {
    func known(_ id: String?) -> Language? { id.flatMap { id in languages.first { $0.id == id } } }
    let memory = context.flatMap { context in remembered.first { $0.context == context } }
    return known(memory?.language) ?? known(last) ?? languages.first
  }

  /// Inputs that make the same of a new value, in a seat without focus.
  var inputs: [SeatInput] {
    var inputs: [SeatInput] = last.map { [.languageChosen($0, context: nil)] } ?? []
    inputs += remembered.map { .languageChosen($0.language, context: $0.context) }
    return inputs
  }
}
