// Creates a demo owner, workspace, agent and documents in the running installation of this DATA_DIR: `npm run seed --
// --json`. With `--demo` it creates two agencies, their customers and two months of conversations instead.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { randomId } from '@parlance/contract/lib/ids'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import { loadSettings } from '../config/config.ts'
import { readEnv } from '../config/env.ts'
import { CallError, callerOf } from './api-caller.ts'
import { describeDemo, seedDemo } from './demo/demo.ts'
import { InstallationError, openInstallation } from './installation.ts'

const DOCUMENTS = [
  {
    name: 'Opening hours and visits',
    content: `# Opening hours\n\nThe Lumen lamp workshop is open Monday to Friday from 9:00 to 18:00 and on Saturday from 10:00 to 14:00. We are closed on Sundays and public holidays.\n\n# Visiting us\n\nThe workshop is at 12 Harbour Street. Visitors park free of charge in the yard behind the building. Guided tours take place every first Friday of the month at 16:00 and cost 8 euros per person.`,
  },
  {
    name: 'Shipping and returns',
    content: `# Shipping\n\nOrders ship within two working days. Delivery inside the European Union takes three to five working days and costs 6.90 euros; orders above 120 euros ship free. Parcels outside the Union take up to twelve working days.\n\n# Returns\n\nYou can return any lamp within 30 days for a full refund, as long as it is unused. Send us a message with your order number and we mail you a return label. Refunds arrive within five working days after the parcel reached us.`,
  },
  {
    name: 'Warranty and repair',
    content: `# Warranty\n\nEvery lamp has a warranty of five years on the frame and two years on the electronics.\n\n# Repair\n\nWe repair lamps of our own make for life. A repair after the warranty costs 25 euros plus parts. The code word for the repair desk is ORION-7.`,
  },
] as const
const QUESTION = 'How many days do I have to return a lamp?'
const ANSWER = '30 days'

/** Uses only the API, so a seeded installation is one that people could have made. */
async function seed(url: string, region: Region) {
  const { post, get } = callerOf(url)
  const api = `/api/${region}`
  const owner = { email: `demo-${randomId(8).toLowerCase()}@example.com`, password: randomId(16) }
  const { token } = await post<{ token: string }>('/api/account/sign-up', { ...owner, name: 'Demo owner', region })
  const { items } = await get<{ items: { uid: string }[] }>(`${api}/v2/workspaces`, token)
  const uid = items[0]?.uid ?? ''
  const { data: workspace } = await get<{ data: { workspaceSecret: string } }>(`${api}/v2/workspaces/${uid}`, token)
  const { agentCreated: agent } = await post<{ agentCreated: { ID: string; SECRET_API_KEY: string } }>(
    `${api}/rpc/convertAgentTemplateToAgent`,
    { agentName: 'Lumen helper', agentTemplate: 'customer-support', workspaceId: uid },
    token,
  )
  for (const document of DOCUMENTS) await post(`${api}/v2/agents/${agent.ID}/kb`, document, token)
  await post(`${api}/v2/workspaces/${uid}/owner-verified`, {}, token)
  return {
    url,
    region,
    owner,
    workspace: { uid, secret: workspace.workspaceSecret },
    agent: { id: agent.ID, secret: agent.SECRET_API_KEY, question: QUESTION, answerContains: ANSWER },
  }
}

async function demo(url: string, region: Region) {
  const settings = { ...loadSettings(readEnv()), regions: [region] }
  const installation = await openInstallation(settings, 'parlance seed', { identity: true })
  try {
    const [pool, { identity }] = [installation.regions[0]?.pool, installation]
    if (!pool || !identity) throw new CallError(`There is no database for the region ${region}.`)
    return await seedDemo({ caller: callerOf(url), region, pool, identity, now: new Date() })
  } finally {
    await installation.close()
  }
}

function runningServer(dataDir: string): { url: string } {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as { url: string }
  } catch {
    throw new CallError(`No server runs on ${dataDir}. Start it first with «npm start», with the same DATA_DIR.`)
  }
}

try {
  const { values } = parseArgs({
    options: { json: { type: 'boolean' }, demo: { type: 'boolean' }, region: { type: 'string', default: 'eu' } },
  })
  const { region } = values
  if (!isRegion(region)) throw new CallError('A region is eu or na.')
  const { url } = runningServer(resolve(readEnv().DATA_DIR ?? './data'))
  if (values.demo) {
    const agencies = await demo(url, region)
    process.stdout.write(values.json ? `${JSON.stringify({ url, region, agencies })}\n` : describeDemo(url, agencies))
  } else {
    const made = await seed(url, region)
    process.stdout.write(
      values.json
        ? `${JSON.stringify(made)}\n`
        : `Sign in at ${made.url} as ${made.owner.email} with the password ${made.owner.password}\nThe agent «Lumen helper» knows e.g.: ${made.agent.question}\n`,
    )
  }
} catch (error) {
  const refused = error instanceof TypeError && error.message === 'fetch failed'
  process.stderr.write(
    refused
      ? 'The server of this DATA_DIR does not answer. Is it running?\n'
      : error instanceof CallError || error instanceof InstallationError
        ? `${error.message}\n`
        : `${(error as Error).stack}\n`,
  )
  process.exitCode = 1
}
