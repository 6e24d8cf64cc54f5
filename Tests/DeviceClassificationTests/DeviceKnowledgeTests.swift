import TOML
import Testing

@testable import DeviceClassification

@Suite struct DeviceKnowledgeTests {
  private func node(_ vendor: String, _ product: String, name: String = "") -> NodeDescription {
    NodeDescription(id: "n", bus: 3, vendor: vendor, product: product, name: name)
  }

  @Test("the package's own file is sound, and an id stands in it once")
  func standard() throws {
    let knowledge = try DeviceKnowledge.standard()
    #expect(knowledge.entries.count > 100)
    #expect(Set(knowledge.entries.map(\.id)).count == knowledge.entries.count)
    #expect(!knowledge.wordsAgainst.isEmpty && !knowledge.wordsFor.isEmpty)
  }

  @Test("the first entry that matches counts, a file in front of the package's")
  func order() throws {
    var knowledge = try DeviceKnowledge.standard()
    #expect(knowledge.entry(for: node("1050", "0407"))?.kind == .pretender)
    let own = #"[[device]]\#nid = "1050:04*"\#nkind = "keyboard"\#nnote = "ours""#
    knowledge.prepend(try DeviceKnowledge(parsing: Array(own.utf8)))
    #expect(knowledge.entry(for: node("1050", "0407"))?.kind == .keyboard)
    #expect(knowledge.entry(for: node("1050", "0507"))?.kind == .pretender)
    #expect(knowledge.entry(for: node("ffff", "0001")) == nil)
  }

  @Test("a paired device is known by its own id, not the receiver's")
  func paired() throws {
    let knowledge = try DeviceKnowledge.standard()
    let k400 = node("046d", "c52b", name: "Logitech Unifying Device. Wireless PID:404D")
    #expect(knowledge.entry(for: k400)?.kind == .combo)
    #expect(knowledge.entry(for: node("046d", "c52b", name: "Wireless PID:40"))?.kind == .receiver)
  }

  @Test("an entry may say only where a product belongs, and what else is known of it stays")
  func integrationAlone() throws {
    var knowledge = try DeviceKnowledge.standard()
    let text = #"[[device]]\#nid = "1050:*"\#nintegration = "internal"\#nnote = "built in""#
    knowledge.prepend(try DeviceKnowledge(parsing: Array(text.utf8)))
    #expect(knowledge.entry(for: node("1050", "0407"))?.kind == .pretender)
    #expect(knowledge.integration(of: node("1050", "0407")) == .internal)
    #expect(knowledge.integration(of: node("ffff", "0001")) == nil)
  }

  @Test(
    "a keyboard is internal by product, by udev or firmware, by its bus, in this order",
    arguments: [
      (0x11, "0001", "0001", "AT Translated Set 2 keyboard", nil, true), (0x03, "abcd", "0001", "Keyboard", nil, false),
      (0x03, "abcd", "0001", "Keyboard", .internal, true), (0x11, "0001", "0001", "AT keyboard", .external, false),
      (0x03, "045e", "07dc", "Microsoft Surface Type Cover", nil, true),
      (0x03, "18d1", "5030", "Hammer", .external, true),
      (0x03, "05ac", "ffff", "Apple Inc. Apple Internal Keyboard / Trackpad", nil, true),
      (0x05, "abcd", "0001", "Keyboard", nil, false), (0x18, "0000", "0000", "PinePhone Keyboard", nil, true),
    ] as [(Int, String, String, String, Integration?, Bool)])
  func integration(
    bus: Int, vendor: String, product: String, name: String, said: Integration?, isInternal: Bool
  ) throws {
    var node = NodeDescription(id: "n", bus: bus, vendor: vendor, product: product, name: name)
    node.integration = said
    #expect(DeviceClassifier(knowledge: try .standard()).isInternal([node]) == isInternal)
  }

  @Test("what hangs on a desktop's keyboard controller has a cable")
  func desktop() throws {
    let node = NodeDescription(id: "n", bus: 0x11, vendor: "0001", product: "0001", name: "AT keyboard")
    let host = HostDescription(isDesktop: true)
    #expect(!DeviceClassifier(knowledge: try .standard(), host: host).isInternal([node]))
  }

  @Test(
    "what is wrong in a file is told with its place",
    arguments: [
      ("[[device]]\nid = \"1234\"", "2:6: '1234' is no id"),
      ("[[device]]\nid = \"12345678:*\"", "2:6: '12345678:*' is no id"),
      ("[[device]]\nid = \"ABCD:0001\"", "2:6: 'ABCD:0001' is no id"),
      ("[[device]]\nid = \"abcd:*\"\nkind = \"mouse\"", "3:8: 'mouse' is no kind of device"),
      ("[[device]]\nid = \"abcd:*\"", "1:1: a device needs id, note, and kind or integration"),
      ("[[device]]\nname = \"x\"", "2:8: 'name' is not known here"),
      ("[[devices]]\nid = \"x\"", "'devices' is not known here"),
      ("[names]\nagainst = [\"*\"]", "2:12: '*' matches everything"),
      ("[names]\nagainst = \"mouse\"", "2:11: 'against' must be an array"),
      ("[[device]]\nid = \"abcd:*\"\nintegration = \"inside\"", "3:15: 'inside' is no integration"),
      ("device = 1", "1:10: 'device' must be an array"),
    ])
  func errors(text: String, problem: String) {
    let error = #expect(throws: TOMLError.self) { try DeviceKnowledge(parsing: Array(text.utf8)) }
    #expect(error.map { $0.description.contains(problem) } == true, "\(error.map(\.description) ?? "")")
  }

  @Test(
    "names are matched by whole words",
    arguments: [
      ("*mouse*", "Gaming Minimouse 3", true), ("mouse", "Minimouse", false), ("bar code", "USB BAR-CODE 5", true),
      ("k###", "Logitech K400 Plus", true), ("k###", "K40 board", false), ("k###", "K4000", false),
      ("yubi*", "Yubico YubiKey", true), ("pen", "Penta keyboard", false), ("reader", "RFID Reader", true),
    ])
  func names(pattern: String, name: String, matches: Bool) throws {
    let pattern = try #require(NamePattern(pattern))
    #expect((pattern.range(in: NamePattern.words(of: name)) != nil) == matches)
  }

  @Test(
    "bitmaps read as they are written, in words of either size",
    arguments: [
      ("402000007 ff803078f800d001 feffffdfffcfffff fffffffffffffffe", 64), ("0", 64), ("1 0 0", 64),
      ("8000000000000000", 64),
    ])
  func bitmaps(text: String, wordBits: Int) throws {
    #expect(try #require(CodeSet(bitmap: text, wordBits: wordBits)).bitmap == text)
  }

  @Test("words of 32 bits give the same codes as words of 64")
  func wordSizes() throws {
    #expect(CodeSet(bitmap: "1 80000000", wordBits: 32)?.bitmap == "180000000")
    for wrong in ["x", "1ffffffff 0"] { #expect(CodeSet(bitmap: wrong, wordBits: 32) == nil) }
    #expect(CodeSet(bitmap: "1", wordBits: 16) == nil)
  }
}
