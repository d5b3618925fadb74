// Lists who may take and answer an agent's conversations: workspace members, and client users of its orgs.
import type { Person } from '@parlance/contract/conversations/schemas'
import type { Ctx } from '../lib/ctx.ts'
import { personNamed } from '../modules/conversations/index.ts'
import type { Orgs } from '../modules/orgs/service.ts'

interface Named {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly photoURL: string
}

export interface AgentPeopleDeps {
  readonly colleagues: (
    ctx: Ctx,
    workspaceId: string,
  ) => Promise<readonly (Omit<Named, 'id'> & { readonly userId: string })[]>
  readonly orgs: Pick<
    Orgs,
    'clientsOfAgent' | 'takersOver' | 'clientUsers' | 'orgsOfAgent' | 'profile' | 'isQuietHandoff'
  >
  readonly photoOfUser: (userId: string) => Promise<string>
  readonly photoOfClient: (ctx: Ctx, clientId: string) => Promise<string>
}

export function createAgentPeople({ colleagues, orgs, photoOfUser, photoOfClient }: AgentPeopleDeps) {
  const shown = (kind: Person['kind'], { photoURL, ...named }: Named): Person => ({
    ...personNamed({ kind, ...named }),
    ...(photoURL && { photoURL }),
  })
  const members = async (ctx: Ctx) =>
    (await colleagues(ctx, ctx.workspaceId)).map(({ userId: id, ...one }) => shown('user', { id, ...one }))
  return {
    async assignees(ctx: Ctx, agentId: string, orgId: string | undefined): Promise<readonly Person[]> {
      const clients = await orgs.clientsOfAgent(ctx, agentId, orgId)
      return [...(orgId === undefined ? await members(ctx) : []), ...clients.map((one) => shown('client', one))]
    },
    async mayTakeOver(ctx: Ctx, agentId: string): Promise<readonly Person[]> {
      const clients = await orgs.takersOver(ctx, agentId)
      return [...(await members(ctx)), ...clients.map((one) => shown('client', one))]
    },
    /** Who can be in a team, with their org (empty for members). `clientIds` restricts the client users. */
    async teamCandidates(ctx: Ctx, clientIds: readonly string[] | undefined) {
      const clients = await orgs.clientUsers(ctx, clientIds)
      return [
        ...(await members(ctx)).map((one) => ({ ...one, orgId: '' })),
        ...clients.map(({ orgId, ...one }) => ({ ...shown('client', one), orgId })),
      ]
    },
    orgExists: async (ctx: Ctx, orgId: string) => (await orgs.profile(ctx, orgId)) !== undefined,
    orgsOfAgent: orgs.orgsOfAgent,
    /** For a client user their own org decides; otherwise any org that has the agent. */
    async isQuietHandoff(ctx: Ctx, agentId: string, person: Person | undefined): Promise<boolean> {
      const [client] = person?.kind === 'client' ? await orgs.clientUsers(ctx, [person.id]) : []
      return orgs.isQuietHandoff(ctx, agentId, client?.orgId)
    },
    photoOf: async (ctx: Ctx, { kind, id }: Person): Promise<string> =>
      kind === 'user' ? photoOfUser(id) : photoOfClient(ctx, id),
  }
}
