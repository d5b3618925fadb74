/** The simulator's gateway: resumable sessions, heartbeats, and every event once in order. */
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'

interface Session {
  readonly id: string
  readonly events: { readonly s: number; readonly t: string; readonly d: unknown }[]
  socket: WebSocket | undefined
  seq: number
}
export interface GatewayOptions {
  readonly token: string
  readonly botId: string
  readonly heartbeatMs: number
  readonly url: () => string
  /** Servers that a connecting bot gets. */
  readonly guilds: () => readonly unknown[]
}

const NEEDED = 512 + 32_768

export function attachGateway(server: Server, options: GatewayOptions) {
  const sessions = new Map<string, Session>()
  const sockets = new WebSocketServer({ server, maxPayload: 4096 })
  let identifies = 0
  let resumes = 0
  let answersBeats = true
  const emit = (session: Session, t: string, d: unknown) => {
    session.seq += 1
    const event = { s: session.seq, t, d }
    session.events.push(event)
    if (session.events.length > 5000) session.events.shift()
    session.socket?.send(JSON.stringify({ op: 0, ...event }))
  }
  sockets.on('connection', (socket) => {
    let mine: Session | undefined
    const say = (op: number, d?: unknown) => socket.send(JSON.stringify({ op, d: d ?? null, s: null, t: null }))
    say(10, { heartbeat_interval: options.heartbeatMs })
    socket.on('close', () => {
      if (mine?.socket === socket) mine.socket = undefined
    })
    socket.on('message', (data) => {
      let frame: { op?: number; d?: Record<string, unknown> | null }
      try {
        frame = JSON.parse((data as Buffer).toString('utf8')) as typeof frame
      } catch {
        return socket.close(4002, 'Error while decoding payload.')
      }
      const { op, d } = frame
      if (op === 1) {
        if (answersBeats) say(11)
        return
      }
      if (op !== 2 && op !== 6) return socket.close(4001, 'Unknown opcode.')
      if (mine) return socket.close(4005, 'Already authenticated.')
      if (d?.token !== options.token) return socket.close(4004, 'Authentication failed.')
      if (op === 6) {
        const found = sessions.get(String(d.session_id))
        const seq = Number(d.seq)
        if (!found || seq > found.seq) return say(9, false)
        resumes += 1
        mine = found
        found.socket = socket
        for (const event of found.events) if (event.s > seq) socket.send(JSON.stringify({ op: 0, ...event }))
        emit(found, 'RESUMED', {})
        return
      }
      if ((Number(d.intents) & NEEDED) !== NEEDED) return socket.close(4014, 'Disallowed intent(s).')
      identifies += 1
      mine = { id: randomBytes(16).toString('hex'), events: [], socket, seq: 0 }
      sessions.set(mine.id, mine)
      emit(mine, 'READY', {
        v: 10,
        user: { id: options.botId, username: 'assistant', bot: true },
        session_id: mine.id,
        resume_gateway_url: options.url(),
        application: { id: options.botId, flags: 1 << 19 },
        guilds: [],
      })
      for (const guild of options.guilds()) emit(mine, 'GUILD_CREATE', guild)
    })
  })
  return {
    /** Sends to every session, including disconnected ones that may resume. */
    tell: (t: string, d: unknown) => {
      for (const session of sessions.values()) emit(session, t, d)
    },
    /** Closes every connection; sessions are kept. */
    cut: (code = 4000) => {
      for (const { socket } of sessions.values()) socket?.close(code)
    },
    askToReconnect: () => {
      for (const { socket } of sessions.values()) socket?.send(JSON.stringify({ op: 7, d: null, s: null, t: null }))
    },
    /** Closes every connection and forgets the sessions. */
    forget: () => {
      for (const { socket } of sessions.values()) socket?.close(4000)
      sessions.clear()
    },
    answerBeats: (does: boolean) => void (answersBeats = does),
    counts: () => ({ identifies, resumes, open: [...sessions.values()].filter(({ socket }) => socket).length }),
    close: () => {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
    },
  }
}
