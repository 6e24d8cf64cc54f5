import Foundation
import KeyguideAPI
import KeyguideSettings
import Testing
import Varlink

@testable import KeyguideService

/// A plugin that does what the test says: one connection for requests, one for reports.
final class TestProvider {
  /// The service that it speaks with; another one after a restart.
  var harness: ServiceHarness
  private var requests: RawClient?
  private let reports: RawClient
  private(set) var name = ""

  /// Registers, or throws the error that the daemon answers.
  init(_ harness: ServiceHarness, _ roles: String..., name: String = "osk", confinement: String? = nil) throws {
    self.harness = harness
    reports = try harness.client()
    let requests = try harness.client()
    self.requests = requests
    if let confinement {
      for client in [requests, reports] {
        client.call(#"{"method":"io.keyguide.Service.Confine","parameters":\#(confinement)}"#)
        try harness.run()
        #expect(try client.message().error == nil)
      }
    }
    let list = roles.map { #""\#($0)""# }.joined(separator: ",")
    requests.call(
      #"{"method":"io.keyguide.Provider.Register","more":true,"parameters":{"name":"\#(name)","apiVersion":1,"roles":[\#(list)]}}"#
    )
    try harness.run()
    let reply = try #require(try requests.messages().first)
    var reader = try VarlinkReply(message: Array(reply.utf8)).reader
    if reply.contains("\"error\"") { throw Refusal(text: reply) }
    let first: RegistrationReply = try reader.read()
    self.name = first.provider
    replies = [first]
  }

  struct Refusal: Error {
    let text: String
  }

  private var replies: [RegistrationReply] = []

  /// What the plugin was told since this was asked last, as in `1 show docked` and `-1`.
  func told() throws -> [String] {
    try harness.run()
    for message in try requests?.messages() ?? [] {
      var reader = try VarlinkReply(message: Array(message.utf8)).reader
      replies.append(try reader.read())
    }
    defer { replies = [] }
    return replies.flatMap { reply in
      reply.cancelled.map { "-\($0)" }
        + reply.requests.map { request in
          [
            "\(request.id)", request.kind.rawValue, request.form?.rawValue, request.application, request.language,
            request.screen,
          ]
          .compactMap { $0 }.joined(separator: " ")
        }
    }
  }

  /// Makes a call of a report, and returns the daemon's answer.
  @discardableResult
  func call(_ method: String, _ members: String = "") throws -> [String: Any] {
    let separator = members.isEmpty ? "" : ","
    reports.call(
      #"{"method":"io.keyguide.Provider.\#(method)","parameters":{"provider":"\#(name)"\#(separator)\#(members)}}"#)
    try harness.run()
    return try reports.message()
  }

  /// The docked keyboard of this height on the standard screen, or none.
  func show(_ height: Int?, answering request: Int? = nil) throws {
    let answer = request.map { #","request":\#($0)"# } ?? ""
    let frame = height.map { #","frame":{"x":0,"y":\#(800 - $0),"width":1280,"height":\#($0)}"# } ?? ""
    let kind = height == nil ? "none" : "docked"
    #expect(try call("ReportKeyboard", #""kind":"\#(kind)"\#(frame)\#(answer)"#).error == nil)
  }

  /// The stream's connection is gone.
  func hangUp() throws {
    requests = nil
    try harness.run()
  }
}

extension ServiceHarness {
  /// A client that subscribes to seat0.
  func monitor() throws -> RawClient {
    let client = try client()
    client.call(#"{"method":"io.keyguide.Monitor.Subscribe","more":true}"#)
    try run()
    return client
  }

  /// A client with a window.
  func window(_ parameters: String = #"{"focus":"field"}"#) throws -> RawClient {
    let client = try client()
    client.call(#"{"method":"io.keyguide.Layout.Open","more":true,"parameters":\#(parameters)}"#)
    try run()
    return client
  }

  /// The providers as a list has them.
  func providers() throws -> [ProviderList.Provider] {
    let client = try client()
    client.call(#"{"method":"io.keyguide.Provider.List"}"#)
    try run()
    var reader = try VarlinkReply(message: Array(try #require(try client.messages().first).utf8)).reader
    return try ProviderList(from: &reader).providers
  }
}

extension RawClient {
  /// The window replies that have come by now.
  func windows() throws -> [LayoutReply] {
    try messages().map { message in
      var reader = try VarlinkReply(message: Array(message.utf8)).reader
      return try LayoutReply(from: &reader)
    }
  }
}
