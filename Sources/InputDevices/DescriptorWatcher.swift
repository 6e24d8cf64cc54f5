/// Watches descriptors on behalf of the devices, so that they need not know the event loop.
public protocol DescriptorWatcher: AnyObject {
  /// Calls back whenever the descriptor is readable or has hung up, until `unwatch`.
  func watch(_ descriptor: Int32, onReady: @escaping (_ hasHungUp: Bool) -> Void) throws
  /// Calls back once more when others have had their turn, whether or not the descriptor is readable then.
  func revisit(_ descriptor: Int32)
  /// Called before the descriptor is closed.
  func unwatch(_ descriptor: Int32)
}
