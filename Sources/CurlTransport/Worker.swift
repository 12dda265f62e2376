import CCurl
import ThunderID

/// Drives all transfers, on one thread.
final class Worker {
  private struct Running {
    let pending: Pending
    let easy: EasyHandle
  }

  private let mailbox: Mailbox
  private let configuration: CurlTransport.Configuration
  private let multi: MultiHandle
  /// What waits for a connection, in order; a transfer that is no longer in `waiting` was cancelled meanwhile.
  private var queue: [Transfer] = []
  private var queueStart = 0
  private var waiting: [ObjectIdentifier: Pending] = [:]
  private var running: [ObjectIdentifier: Running] = [:]
  /// Handles that have done their work: each keeps buffers that the next transfer needs again.
  private var idle: [EasyHandle] = []

  init(_ mailbox: Mailbox, _ configuration: CurlTransport.Configuration) {
    self.mailbox = mailbox
    self.configuration = configuration
    multi = mailbox.multi
  }

  /// Works until the mailbox is closed.
  func run() {
    while true {
      let (commands, isOpen) = mailbox.collect()
      for command in commands { take(command) }
      guard isOpen else { break }
      startWaiting()
      var count: Int32 = 0
      curl_multi_perform(multi.pointer, &count)
      if finishDone() { continue }
      // Ends early for sockets, for libcurl's own timers and for the mailbox.
      curl_multi_poll(multi.pointer, nil, 0, 60_000, nil)
    }
    stop()
  }

  private func take(_ command: Command) {
    switch command {
    case .start(let pending):
      if pending.transfer.isCancelled {
        pending.continuation.resume(throwing: CancellationError())
      } else {
        queue.append(pending.transfer)
        waiting[ObjectIdentifier(pending.transfer)] = pending
      }
    case .cancel(let transfer):
      let id = ObjectIdentifier(transfer)
      if let pending = waiting.removeValue(forKey: id) {
        pending.continuation.resume(throwing: CancellationError())
      } else if let transfer = running.removeValue(forKey: id) {
        release(transfer.easy)
        transfer.pending.continuation.resume(throwing: CancellationError())
      }
    }
  }

  private func startWaiting() {
    while running.count < max(1, configuration.maxConnections), queueStart < queue.count {
      let transfer = queue[queueStart]
      queueStart += 1
      guard let pending = waiting.removeValue(forKey: ObjectIdentifier(transfer)) else { continue }
      start(pending)
    }
    if queueStart == queue.count {
      queue.removeAll(keepingCapacity: true)
      queueStart = 0
    } else if queueStart > 1024 {
      queue.removeFirst(queueStart)
      queueStart = 0
    }
  }

  private func start(_ pending: Pending) {
    do {
      let easy = try idle.popLast() ?? EasyHandle(configuration)
      try easy.load(pending.transfer, configuration)
      guard curl_multi_add_handle(multi.pointer, easy.pointer) == CURLM_OK else { throw TransportError.noHandle }
      running[ObjectIdentifier(pending.transfer)] = Running(pending: pending, easy: easy)
    } catch {
      pending.continuation.resume(throwing: error)
    }
  }

  /// Answers those whose transfers have ended; false where there was none.
  private func finishDone() -> Bool {
    var hasFinished = false
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi.pointer, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let pointer = message.pointee.easy_handle,
        let easy = EasyHandle.of(pointer), let transfer = easy.transfer,
        let done = running.removeValue(forKey: ObjectIdentifier(transfer))
      else { continue }
      // The message lives only until the handle is removed.
      let outcome = easy.outcome(message.pointee.data.result, configuration)
      release(easy)
      done.pending.continuation.resume(with: outcome)
      hasFinished = true
    }
    return hasFinished
  }

  private func release(_ easy: EasyHandle) {
    curl_multi_remove_handle(multi.pointer, easy.pointer)
    easy.unload()
    idle.append(easy)
  }

  private func stop() {
    for pending in waiting.values {
      pending.continuation.resume(throwing: TransportError.isShutDown(mayHaveBeenSent: false))
    }
    for transfer in running.values {
      let mayHaveBeenSent = transfer.easy.mayHaveBeenSent
      release(transfer.easy)
      transfer.pending.continuation.resume(throwing: TransportError.isShutDown(mayHaveBeenSent: mayHaveBeenSent))
    }
    waiting = [:]
    running = [:]
    idle = []
    multi.destroy()
  }
}
