import JSON
import KeyguideAPI
import KeyguideClient

/// Prints which plugins have registered, what each does, and whether it answers.
func listProviders(_ options: ControlOptions) throws(ClientError) {
  let client = try VarlinkClient(path: options.socket ?? VarlinkClient.defaultPath)
  let reply = try client.call("io.keyguide.Provider.List")
  if options.json { return printLine(reply.parameterText) }
  do {
    var reader = reply.reader
    for provider in try ProviderList(from: &reader).providers {
      for line in ProviderDescription.lines(provider) { printLine(line) }
    }
  } catch {
    throw .invalidReply(error)
  }
}

/// Says in words what a plugin does.
enum ProviderDescription {
  static func lines(_ provider: ProviderList.Provider) -> [String] {
    let name = [provider.name, provider.version].compactMap { $0 }.joined(separator: " ")
    let process = provider.pid.map { ", process \($0)" } ?? ""
    let unanswered =
      switch provider.unanswered {
      case 0: ""
      case 1: ", 1 request unanswered"
      default: ", \(provider.unanswered) requests unanswered"
      }
    let line = "\(name) on \(provider.seat): \(provider.roles.joined(separator: ", ")); "
    return [line + provider.state.rawValue + unanswered + process] + (provider.problem.map { ["  \($0)"] } ?? [])
  }
}
