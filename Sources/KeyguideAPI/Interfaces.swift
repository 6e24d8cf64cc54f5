import Varlink

extension VarlinkInterface {
  /// The state of a seat's keyboard, as a stream.
  public static let monitor = embedded("io.keyguide.Monitor", PackageResources.io_keyguide_Monitor_varlink)

  /// What a person decides about a seat.
  public static let control = embedded("io.keyguide.Control", PackageResources.io_keyguide_Control_varlink)

  /// Windows of clients, and the keyboard guide in each.
  public static let layout = embedded("io.keyguide.Layout", PackageResources.io_keyguide_Layout_varlink)

  /// The plugins of a host.
  public static let pluginHost = embedded("io.keyguide.PluginHost", PackageResources.io_keyguide_PluginHost_varlink)

  /// Plugins that supply facts about a seat and carry out what it wants.
  public static let provider = embedded("io.keyguide.Provider", PackageResources.io_keyguide_Provider_varlink)

  /// What can go wrong with a connection, whatever is called on it.
  public static let connection = embedded("io.keyguide.Service", PackageResources.io_keyguide_Service_varlink)

  /// The text is built in from the `.varlink` file, so that what is served is what stands in the repository.
  private static func embedded(_ name: String, _ text: [UInt8]) -> VarlinkInterface {
    VarlinkInterface(name: name, description: String(decoding: text, as: UTF8.self))
  }
}
