import { WebSocket } from 'ws'

const PING_MS = 5000

/** Pings until `stop` is called, and calls `onDead` once nothing came back between two pings. */
export function watchConnection(socket: WebSocket, onDead: () => void): { readonly stop: () => void } {
  let isAnswered = true
  const answered = () => (isAnswered = true)
  socket.on('pong', answered)
  socket.on('message', answered)
  const pinging = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return
    if (!isAnswered) return onDead()
    isAnswered = false
    socket.ping()
  }, PING_MS)
  return { stop: () => clearInterval(pinging) }
}
