import Testing

@testable import BluetoothLinks

@Suite("The devices of BlueZ, without a bus")
struct DeviceLinksTests {
  let keyboard = "/org/bluez/hci0/dev_A0_B1_C2_D3_E4_F5"
  let mouse = "/org/bluez/hci0/dev_00_00_00_00_00_01"

  func device(_ address: String, connected: Bool? = nil) -> DeviceProperties {
    DeviceProperties(address: BluetoothAddress(address), connected: connected)
  }

  @Test("what is added, changed and removed is what is connected")
  func life() {
    var links = DeviceLinks()
    #expect(links.connected.isEmpty)
    links.add(keyboard, device("A0:B1:C2:D3:E4:F5", connected: true))
    links.add(mouse, device("00:00:00:00:00:01", connected: false))
    #expect(links.connected == ["a0:b1:c2:d3:e4:f5": true, "00:00:00:00:00:01": false])
    links.change(keyboard, DeviceProperties(connected: false))
    #expect(links.connected == ["a0:b1:c2:d3:e4:f5": false, "00:00:00:00:00:01": false])
    links.remove(mouse)
    #expect(links.connected == ["a0:b1:c2:d3:e4:f5": false])
  }

  @Test("a device that does not say whether it is connected is unknown until it does")
  func unsaid() {
    var links = DeviceLinks()
    links.add(keyboard, device("a0:b1:c2:d3:e4:f5"))
    #expect(links.connected.isEmpty)
    links.change(keyboard, DeviceProperties(connected: true))
    #expect(links.connected == ["a0:b1:c2:d3:e4:f5": true])
    links.change(keyboard, DeviceProperties(isConnectedInvalidated: true))
    #expect(links.connected.isEmpty)
    links.change(keyboard, DeviceProperties(connected: false))
    #expect(links.connected == ["a0:b1:c2:d3:e4:f5": false])
  }

  @Test("an address may change, as that of a device with a random one does when it is paired")
  func changedAddress() {
    var links = DeviceLinks()
    links.add(keyboard, device("7f:00:00:00:00:09", connected: true))
    links.change(keyboard, device("a0:b1:c2:d3:e4:f5"))
    #expect(links.connected == ["a0:b1:c2:d3:e4:f5": true])
  }

  @Test("what was never added cannot change, and a device without an address is none")
  func strangers() {
    var links = DeviceLinks()
    links.change(keyboard, device("a0:b1:c2:d3:e4:f5", connected: true))
    links.remove(mouse)
    links.add(mouse, DeviceProperties(connected: true))
    #expect(links == DeviceLinks())
    links.add(keyboard, device("a0:b1:c2:d3:e4:f5", connected: true))
    links.add(keyboard, DeviceProperties(connected: true))
    #expect(links == DeviceLinks())
  }

  @Test("a device that two adapters know is connected if it is with one of them", arguments: [[0, 1], [1, 0]])
  func twoAdapters(order: [Int]) {
    var links = DeviceLinks()
    for adapter in order {
      links.add("/org/bluez/hci\(adapter)/dev", device("a0:b1:c2:d3:e4:f5", connected: adapter == 0))
    }
    #expect(links.connected == ["a0:b1:c2:d3:e4:f5": true])
    links.remove("/org/bluez/hci0/dev")
    #expect(links.connected == ["a0:b1:c2:d3:e4:f5": false])
  }

  @Test("no more than 512 devices are remembered, and those that are still change")
  func limit() {
    var links = DeviceLinks()
    for number in 0..<DeviceLinks.limit {
      links.add("/\(number)", device(address(number), connected: false))
    }
    #expect(links.connected.count == 512)
    #expect(!links.isOverflowing)
    links.add("/512", device(address(512), connected: true))
    #expect(links.isOverflowing)
    #expect(links.connected.count == 512)
    links.add("/7", device(address(7), connected: true))
    #expect(links.connected[address(7)] == true)
    links.remove("/8")
    links.add("/512", device(address(512), connected: true))
    #expect(links.connected[address(512)] == true)
    #expect(links.connected[address(8)] == nil)
  }

  func address(_ number: Int) -> String {
    let digits = String(number + 0x10000, radix: 16).suffix(4)
    return "a0:b1:c2:d3:\(digits.prefix(2)):\(digits.suffix(2))"
  }
}

@Suite("Bluetooth addresses")
struct BluetoothAddressTests {
  @Test("are kept in lower case")
  func lowerCase() {
    #expect(BluetoothAddress("A0:b1:C2:D3:E4:F9")?.text == "a0:b1:c2:d3:e4:f9")
  }

  @Test(
    "are nothing else",
    arguments: [
      "", "a0:b1:c2:d3:e4", "a0:b1:c2:d3:e4:f5:", "a0-b1-c2-d3-e4-f5", "a0:b1:c2:d3:e4:g5", "a0b:1c:2d:3e:4f:50",
      "a0:b1:c2:d3:e4:é", ":::::::::::::::::",
    ])
  func others(text: String) {
    #expect(BluetoothAddress(text) == nil)
  }
}

@Suite("When to connect again")
struct RetryPlanTests {
  @Test("later each time, and after eight failures in a row no more")
  func failures() {
    var plan = RetryPlan()
    var delays: [UInt64] = []
    while let delay = plan.delay(afterConnectionOf: 0), delays.count < 20 { delays.append(delay) }
    #expect(delays == [500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000, 16_000_000, 32_000_000, 64_000_000])
    #expect(plan.delay(afterConnectionOf: 63_999_999) == nil)
  }

  @Test("soon after a connection that stood for a while")
  func success() {
    var plan = RetryPlan()
    _ = plan.delay(afterConnectionOf: 0)
    _ = plan.delay(afterConnectionOf: 0)
    #expect(plan.delay(afterConnectionOf: RetryPlan.longest) == RetryPlan.shortest)
    #expect(plan.delay(afterConnectionOf: 0) == 1_000_000)
  }
}
