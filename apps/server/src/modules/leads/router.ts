import type { leadsApi } from '@parlance/contract/leads/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Leads } from './service.ts'

const done = { success: true } as const

export const createLeadsRouter = (leads: Leads): Handlers<typeof leadsApi> => ({
  list: (ctx, input) => leads.list(ctx, input),
  get: async (ctx, one) => ({ data: await leads.get(ctx, one) }),
  create: async (ctx, input) => ({ data: await leads.create(ctx, input) }),
  update: async (ctx, input) => ({ data: await leads.update(ctx, input) }),
  async delete(ctx, one) {
    await leads.delete(ctx, one)
    return done
  },
  async restore(ctx, { agentId, leadIds }) {
    await leads.restore(ctx, agentId, leadIds)
    return done
  },
  async bulk(ctx, { agentId, leadIds, change }) {
    await leads.bulk(ctx, agentId, leadIds, change)
    return done
  },
  merge: async (ctx, input) => ({ data: await leads.merge(ctx, input) }),
  saveNote: async (ctx, input) => ({ data: await leads.saveNote(ctx, input) }),
  async deleteNote(ctx, input) {
    await leads.deleteNote(ctx, input)
    return done
  },
  settings: async (ctx, { agentId }) => ({ data: await leads.settings(ctx, agentId) }),
  async saveSettings(ctx, { agentId, ...settings }) {
    await leads.saveSettings(ctx, agentId, settings)
    return { data: await leads.settings(ctx, agentId) }
  },
  import: async (ctx, input) => ({ data: await leads.import(ctx, input) }),
  async export(ctx, query) {
    const name = `leads-${ctx.now().toISOString().slice(0, 10)}.csv`
    ctx.request?.setHeader('content-disposition', `attachment; filename="${name}"`)
    return leads.export(ctx, query)
  },
})
