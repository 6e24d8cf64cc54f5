extension BusMessage {
  /// NameOwnerChanged, `sss`: a name, its owner before, and its owner now; "" is nobody.
  public func readNameOwnerChanged() throws(MalformedMessage) -> (name: String?, owner: String?) {
    let name = try readString()
    _ = try readString()
    return (name, try readString())
  }
}
