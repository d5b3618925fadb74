// Wires the log of workspaces and API keys: what the spine asks of them, and what it tells them.
import { createAudit, whoOf, type Audit, type AuditWrite, type Who } from './modules/audit/audit.ts'
import { createCounter, type Told } from './modules/audit/audit.refusals.ts'
import { createKeys, type Keys } from './modules/workspaces/workspaces.keys.ts'
import type { Contexts } from './platform/context.ts'
import type { Ctx } from './platform/ctx.ts'
import type { Guard } from './platform/http/access.ts'
import type { Trail } from './platform/http/trail.ts'
import type { Logger } from './platform/log.ts'
import { SESSIONS_ENDED } from './wiring.handlers.ts'
import type { Base, WireDeps } from './wiring.ts'

type Wiring = Pick<WireDeps, 'settings' | 'log'>

export function wireAudit({ settings, log }: Wiring, { vault, contexts, bus }: Base) {
  /** Whoever reads a stream with a bearer that ended is sent away at once. */
  const ended = () => {
    for (const region of settings.regions) bus.publish(region, SESSIONS_ENDED, {})
  }
  const audit = createAudit()
  const keys = endingStreams(createKeys({ vault, audit }), ended)
  const refusals = countRefusals(audit, keys, log)
  const { trail, failures } = followSignIns({ settings, log }, audit, keys, contexts)
  const guard: Pick<Guard, 'apiKey' | 'keyUsed' | 'refused'> = {
    apiKey: keys.byHash,
    keyUsed: keys.used,
    refused: (ctx, workspaceId, insider) => {
      // Who it was is for those to know whom they belong to; all strangers are one, however many there are.
      const who = insider ? whoOf(ctx.actor) : STRANGER
      refusals.count(`${ctx.region}|${workspaceId}|${who.kind}|${who.id}`, { ctx, workspaceId, who })
    },
  }
  const settleAudit = async () => {
    await Promise.all([refusals.settle(), failures.settle(), keys.settle()])
  }
  return {
    audit,
    keys,
    trail,
    keyGuard: guard,
    /** Writes down what is only remembered so far. */
    settleAudit,
    async closeAudit() {
      refusals.stop()
      failures.stop()
      await settleAudit()
    },
  }
}

const countRefusals = (audit: Audit, keys: Keys, log: Logger) =>
  createCounter<Refused>({
    log,
    tell: async ({ ctx, workspaceId, who }, told) => {
      if (!(await keys.exists(ctx, workspaceId))) return
      const object = { objectType: 'workspace', objectId: workspaceId }
      await audit.record(ctx, { workspaceId, action: 'access.refused', ...object, detail: detailOf(told), who })
    },
  })

/** Sign-ins are of the whole installation; the logs that tell of them are those of the workspaces one belongs to. */
function followSignIns({ settings: { regions }, log }: Wiring, audit: Audit, keys: Keys, contexts: Contexts) {
  const everywhere = async (ctx: Ctx, email: string, write: Omit<AuditWrite, 'workspaceId'>) => {
    for (const region of regions) {
      const there = contexts.forRequest(region, ctx.request)
      for (const workspaceId of await keys.ofMember(there, email)) await audit.record(there, { ...write, workspaceId })
    }
  }
  const failures = createCounter<{ readonly ctx: Ctx; readonly email: string }>({
    log,
    tell: ({ ctx, email }, told) => {
      const detail = { account: email, ...detailOf(told) }
      return everywhere(ctx, email, { action: 'accounts.signInFailed', detail, who: STRANGER })
    },
  })
  const trail: Trail = {
    done: (ctx, deed) => audit.record(ctx, deed),
    signedIn: (ctx, email) =>
      everywhere(ctx, email, { action: 'accounts.signIn', who: { kind: 'session', id: '', name: email } }),
    signInFailed: (ctx, email) => failures.count(email, { ctx, email }),
  }
  return { trail, failures }
}

const detailOf = ({ count, since }: Told) => ({ count, since: new Date(since).toISOString() })

interface Refused {
  readonly ctx: Ctx
  readonly workspaceId: string
  readonly who: Who
}

const STRANGER: Who = { kind: 'stranger', id: '', name: '' }

const endingStreams = (keys: Keys, ended: () => void): Keys => ({
  ...keys,
  update: (ctx, input) => keys.update(ctx, input).finally(ended),
  rotate: (ctx, input) => keys.rotate(ctx, input).finally(ended),
  revoke: (ctx, uid, keyId) => keys.revoke(ctx, uid, keyId).finally(ended),
  renewSecret: (ctx, uid) => keys.renewSecret(ctx, uid).finally(ended),
})
