import Testing

@testable import PluginPolicy

/// What the files of a host's folders say, the least important folder first.
private func catalog(_ folders: [String: String]..., scope: PluginScope = .session) -> [CatalogEntry] {
  let files = folders.enumerated().map { index, files in
    files.sorted { $0.key < $1.key }.map { name, text in
      ManifestFile(name: name, path: "/\(index)/\(name).toml", text: .success(Array(text.utf8)))
    }
  }
  return PluginCatalog(folders: files, scope: scope).entries
}

private let whole = """
  name = "a"
  version = "1.0"
  api = 1
  executable = "/usr/libexec/a"
  arguments = ["-v", "x y"]
  roles = ["softwareKeyboard", "language"]
  scope = "session"
  enabled = true
  [capabilities]
  session-bus = true
  programs = true
  read = ["~/.config/keyguide", "/srv"]
  [limits]
  memory = 67108864
  processes = 16
  handshake = 2
  """

@Suite struct ManifestTests {
  @Test("every key of a manifest is read")
  func whole() throws {
    var expected = PluginManifest(
      name: "a", version: "1.0", executable: "/usr/libexec/a", roles: [.softwareKeyboard, .language])
    expected.arguments = ["-v", "x y"]
    expected.capabilities.sessionBus = true
    expected.capabilities.programs = true
    expected.capabilities.read = ["~/.config/keyguide", "/srv"]
    expected.limits.memory = 64 << 20
    expected.limits.processes = 16
    expected.limits.handshake = 2
    #expect(catalog(["a": PluginPolicyTests.whole]).map(\.content) == [.manifest(expected)])
  }

  @Test(
    "what is wrong is told with its place, and what to do",
    arguments: [
      ("", ["1:1: 'name' is missing: write name = \"a\""]),
      ("name = \"b\"", ["1:8: 'name' must be \"a\", as the file is called"]),
      ("api = 2", ["1:7: 'api' is 2, and this host has version 1 only"]),
      ("executabel = \"/x\"", ["1:1: 'executabel' is no key of a manifest; did you mean 'executable'?"]),
      ("executable = \"x\"", ["1:14: 'executable' must be a whole path, as in \"/usr/libexec/…\""]),
      ("executable = \"/x\\u0000y\"", ["1:14: 'executable' must have at most 4096 bytes, and none that is 0"]),
      (
        "roles = [\"cook\"]",
        ["1:10: a role must be one of \"softwareKeyboard\", \"compositor\", \"barContent\", \"language\""]
      ),
      ("roles = []", ["1:9: 'roles' must name at least one role"]),
      ("scope = \"user\"", ["1:9: 'scope' must be one of \"session\", \"system\""]),
      ("[capabilities]\nnetwrk = true", ["2:1: 'netwrk' is no key of [capabilities]; did you mean 'network'?"]),
      ("[capabilities]\nread = [\"x\"]", ["2:9: a path of 'read' must begin with / or ~/"]),
      ("[limits]\nmemory = 1", ["2:10: 'memory' must be a whole number from 16777216 to 1099511627776"]),
      ("[limits]\nhandshake = 1e9", ["2:13: 'handshake' must be a number from 0.1 to 60.0"]),
    ])
  func problems(text: String, expected: [String]) throws {
    let entry = try #require(catalog(["a": text]).first)
    guard case .broken(let error) = entry.content else { return #expect(Bool(false), "\(entry)") }
    for problem in expected {
      #expect(error.lines.contains("/0/a.toml:\(problem)"), "\(error)")
    }
  }

  @Test("all problems of a file are told at once, in its order, and ten at most")
  func allProblems() throws {
    let entry = try #require(catalog(["a": "api = 7\nscope = 1\n[limits]\nmemory = 0\n"]).first)
    guard case .broken(let error) = entry.content else { return #expect(Bool(false), "\(entry)") }
    #expect(error.problems.count == 6)
    #expect(error.problems.last?.hasPrefix("4:10: ") == true)
    let endless = (0..<50).map { "k\($0) = 1\n" }.joined()
    guard case .broken(let many) = try #require(catalog(["a": endless]).first).content else {
      return #expect(Bool(false))
    }
    #expect(many.lines.count == 11)
    #expect(many.lines.last == "/0/a.toml: and 44 more problems")
  }

  @Test("a file in a later folder counts alone, also to disable, and to be wrong")
  func shadowing() {
    let other = PluginPolicyTests.whole.replacing("/usr/libexec/a", with: "/usr/libexec/other")
    let shadowed = catalog(["a": PluginPolicyTests.whole], ["a": other])
    #expect(shadowed.map(\.path) == ["/1/a.toml"])
    guard case .manifest(let manifest) = shadowed.first?.content else { return #expect(Bool(false)) }
    #expect(manifest.executable == "/usr/libexec/other")
    #expect(catalog(["a": PluginPolicyTests.whole], ["a": "enabled = false"]).map(\.content) == [.disabled])
    guard case .broken = catalog(["a": PluginPolicyTests.whole], ["a": "x"]).first?.content else {
      return #expect(Bool(false), "a wrong file does not let an earlier one through")
    }
  }

  @Test("a whole manifest can be off until somebody enables it; one that only says so leaves nothing to enable")
  func offAtFirst() {
    let off = PluginPolicyTests.whole.replacing("enabled = true", with: "enabled = false")
    guard case .manifest(let manifest) = catalog(["a": off]).first?.content else { return #expect(Bool(false)) }
    #expect(!manifest.isEnabled)
    let part = "enabled = false\nname = \"a\"\nexecutable = \"/a\""
    #expect(catalog(["a": part]).map(\.content) == [.disabled])
    let system = off.replacing("\"session\"", with: "\"system\"")
    #expect(catalog(["a": system]).isEmpty, "it is another host's, off or not")
  }

  @Test("each host has the plugins of its scope")
  func scopes() {
    let system = PluginPolicyTests.whole.replacing("\"session\"", with: "\"system\"").replacing("\"a\"", with: "\"b\"")
    let files = ["a": PluginPolicyTests.whole, "b": system]
    #expect(catalog(files).map(\.name) == ["a"])
    #expect(catalog(files, scope: .system).map(\.name) == ["b"])
  }

  @Test(
    "names are small letters, digits and hyphens",
    arguments: [
      ("osk-dbus", true), ("a", true), ("0", true), ("", false), ("-a", false), ("A", false), ("a.b", false),
      ("a/b", false), ("ä", false), (String(repeating: "a", count: 64), true),
      (String(repeating: "a", count: 65), false),
    ])
  func names(name: String, isName: Bool) {
    #expect(PluginCatalog.isName(name) == isName)
    guard !isName, !name.isEmpty else { return }
    guard case .broken(let error) = catalog([name: PluginPolicyTests.whole]).first?.content else {
      return #expect(Bool(false))
    }
    #expect(error.description.contains("the file's name must be a plugin's"))
  }
}
