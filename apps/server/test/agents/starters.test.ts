// Generated starter questions through the real app: who is offered which, and when they are regenerated.
import { rate } from '@parlance/simulators/openai/evaluation/rate'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startersByRules } from '../../src/modules/assistant/starter-rules.ts'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await startTestServer()
const { control } = server.model
const { starters } = server.running.container.services
let ada: Person
let bob: Person
beforeAll(async () => {
  ;[ada, bob] = await Promise.all([server.signUp('eu'), server.signUp('na')])
})
beforeEach(() => control.reset())
afterAll(async () => expect(await violations(server.dbs)).toEqual([]))

const MINUTE = 60_000
const LAMPS =
  '# Lamps\n\n## Opening hours\nThe lamp shop is open from nine to five.\n\n## How long does a lamp repair take?\nA lamp repair takes one week.'
const CAKES =
  '# Cakes\n\n## Preise\nEin Kuchen kostet zwölf Franken.\n\n## Haben Sie veganen Kuchen?\nJa, veganen Kuchen haben wir am Freitag.'

const at = ({ id, owner }: TestAgent, path: string) => `${server.api(owner.region)}/v2/agents/${id}${path}`
const send = <T>(agent: TestAgent, method: string, path: string, body?: object) =>
  server.must<T>(method, at(agent, path), agent.owner.token, body)
const ctxOf = ({ owner: { region, workspace } }: TestAgent, inMs: number) => ({
  ...server.running.container.contexts.system(region, workspace.uid),
  now: () => new Date(Date.now() + inMs),
})
const row = async ({ id, owner }: TestAgent) =>
  (
    await server.dbs[owner.region].pool.query<{ due: Date | null }>(
      'select starters_due_at as due from agents where id = $1',
      [id],
    )
  ).rows[0]
/** Adds knowledge and waits until questions are due. */
const teach = async (agent: TestAgent, name: string, content: string) => {
  const before = (await row(agent))?.due?.getTime()
  const { data } = await send<{ data: { ID: string } }>(agent, 'POST', '/kb', { name, content })
  await vi.waitFor(
    async () => {
      const { data: document } = await send<{ data: { status: string } }>(agent, 'GET', `/kb/${data.ID}`)
      expect(document.status).toBe('ready')
      const due = (await row(agent))?.due?.getTime()
      expect(due).toBeTypeOf('number')
      expect(due).not.toBe(before)
    },
    { timeout: 20_000, interval: 100 },
  )
}
type Starters = { questions: string[]; madeAt: number | null }
const made = (agent: TestAgent) => send<Starters>(agent, 'GET', '/assistant/starters')
const make = (agent: TestAgent) => starters.make(ctxOf(agent, 2 * MINUTE), agent.id)
const offered = async ({ id, owner }: TestAgent) => {
  // Public reads of an agent are cached for two seconds.
  await new Promise((resolve) => setTimeout(resolve, 2100))
  const url = `${server.api(owner.region)}/public/agents/${id}`
  return (await server.must<{ data: { starterQuestions: string[] } }>('GET', url, undefined)).data.starterQuestions
}

test('offers visitors answerable questions per agent, without a model', async () => {
  const lamps = await server.makeAgent(ada)
  const cakes = await server.makeAgent(bob)
  await teach(lamps, 'Lamps', LAMPS)
  await teach(cakes, 'Cakes', CAKES)
  const asked = control.requests.length
  for (const [agent, questions] of [
    [lamps, ['How long does a lamp repair take?', 'What are your opening hours?']],
    [cakes, ['Haben Sie veganen Kuchen?', 'Welche Preise haben Sie?']],
  ] as const) {
    await make(agent)
    const { questions: kept, madeAt } = await made(agent)
    expect(kept).toEqual(questions)
    expect(madeAt).toBeGreaterThan(0)
    expect(await offered(agent)).toEqual(questions)
    // The owner's own field is unchanged.
    const { data } = await send<{ data: { starterQuestions: string[] } }>(agent, 'GET', '')
    expect(data.starterQuestions).toEqual([])
  }
  expect(control.requests).toHaveLength(asked)
  expect((await call('GET', at(lamps, '/assistant/starters'), { bearer: bob.token })).status).toBe(404)
})

test('drops a question without an answer', async () => {
  const agent = await server.makeAgent(ada)
  await teach(agent, 'Questions', '# Questions\n\n## Do you polish brass handles?\n')
  await make(agent)
  expect((await made(agent)).questions).toEqual([])
})

test('prefers own questions, and can switch generated ones off', async () => {
  const agent = await server.makeAgent(ada)
  await teach(agent, 'Lamps', LAMPS)
  await make(agent)
  const { questions } = await made(agent)
  expect(await offered(agent)).toEqual(questions)
  await send(agent, 'POST', '', { offerGeneratedStarters: false })
  expect(await offered(agent)).toEqual([])
  await send(agent, 'POST', '', { offerGeneratedStarters: true, starterQuestions: ['Where are you?'] })
  expect(await offered(agent)).toEqual(['Where are you?'])
})

test('generates once after many changes, a minute after the last', async () => {
  const agent = await server.makeAgent(bob)
  await teach(agent, 'Cakes', CAKES)
  await teach(agent, 'Brot', '# Brot\n\n## Was kostet ein Brot?\nEin Brot kostet drei Franken.')
  const dueIn = ((await row(agent))?.due?.getTime() ?? Number.NaN) - Date.now()
  expect(dueIn).toBeGreaterThan(MINUTE / 2)
  expect(dueIn).toBeLessThanOrEqual(MINUTE)
  await starters.sweep(ctxOf(agent, 0))
  expect((await row(agent))?.due).not.toBeNull()
  await starters.sweep(ctxOf(agent, 2 * MINUTE))
  expect(await row(agent)).toEqual({ due: null })
  await vi.waitFor(async () => expect((await made(agent)).questions).toContain('Was kostet ein Brot?'), {
    timeout: 20_000,
    interval: 200,
  })
})

/** What pages say below well-known headings. */
const SECTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    'Opening hours': 'Monday to Friday from 9 am to 6 pm, Saturday until 1 pm.',
    'When we are open': 'Tuesday to Sunday, 10 to 17.',
    Delivery: 'Standard delivery takes three to five working days and costs €4.90.',
    Shipping: 'Parcels leave us within two days. Postage is €5.',
    Returns: 'Send it back within 30 days with the label in the parcel.',
    'Returns & refunds': 'You have 14 days to change your mind. Print the label and hand the parcel to the post.',
    'Refund policy': 'Unused tickets are paid back within 14 days.',
    Prices: 'A cut costs £30. A colouring costs £60.',
    Pricing: 'Starter: $9 a month. Team: $29 a month.',
    Contact: 'Write to hello@lamps.example or call 030 123456.',
    'Contact us': 'Phone: +49 30 123456. Our office is on Mill Road.',
  },
  de: {
    Öffnungszeiten: 'Montag bis Freitag von 9 bis 18 Uhr.',
    Sprechzeiten: 'Mo–Do 8–12 Uhr.',
    Lieferung: 'Wir liefern innerhalb von drei Tagen. Der Versand kostet 4,90 €.',
    Versand: 'Pakete kommen in zwei bis drei Werktagen an.',
    Lieferzeiten: 'Lagerware ist in zwei Tagen bei Ihnen.',
    Rückgabe: 'Sie können Artikel innerhalb von 30 Tagen zurückgeben.',
    Rücksendungen: 'Legen Sie den Retourenschein ins Paket.',
    Umtausch: 'Bringen Sie den Kassenbon mit.',
    Preise: 'Ein Haarschnitt kostet 30 €.',
    Preisliste: 'Waschen 8 €, Schneiden 30 €.',
    Kontakt: 'Telefon 030 123456, E-Mail hallo@lampe.example.',
  },
  fr: {
    Horaires: 'Du lundi au vendredi, de 9 h à 18 h.',
    "Horaires d'ouverture": 'Du mardi au samedi de 10 h à 19 h.',
    Livraison: 'La livraison prend trois jours ouvrés.',
    'Délais de livraison': 'Comptez trois à cinq jours ouvrés.',
    Retours: "Vous avez 30 jours pour renvoyer l'article.",
    'Nos tarifs': 'Une coupe coûte 30 €.',
    'Nos prix': 'Une coupe coûte 30 €.',
    'Nous contacter': 'Écrivez à bonjour@lampe.example.',
  },
  es: {
    Horario: 'De lunes a viernes de 9 a 18 h.',
    'Horario de apertura': 'De martes a domingo de 10 a 20 h.',
    Envíos: 'El envío tarda tres días laborables.',
    Entrega: 'Recibirá su pedido en tres días.',
    Devoluciones: 'Tiene 30 días para devolver un artículo.',
    Precios: 'Un corte cuesta 30 €.',
    Tarifas: 'Una noche cuesta 80 €.',
    Contacto: 'Escriba a hola@lampara.example.',
  },
  pt: {
    'Horário de funcionamento': 'De segunda a sexta, das 9h às 18h.',
    'Prazo de entrega': 'Entregamos em três dias úteis.',
    Frete: 'O frete custa R$ 20.',
    Devoluções: 'Você tem 30 dias para devolver o produto.',
    Preços: 'Um corte custa R$ 80.',
    Contato: 'Escreva para ola@lampada.example.',
  },
  ar: {
    'ساعات العمل': 'من الأحد إلى الخميس من 9 صباحا إلى 5 مساء.',
    التوصيل: 'يستغرق التوصيل ثلاثة أيام.',
    الشحن: 'يستغرق الشحن 3 أيام.',
    الإرجاع: 'يمكنك إرجاع المنتج خلال 30 يوما.',
    الأسعار: 'سعر القص 50 ريال.',
    التواصل: 'راسلنا على hello@lamp.example.',
  },
}

const page = (sections: readonly (readonly [heading: string, text: string])[]) =>
  `<title>Lumen</title><main><h1>Lumen</h1>${sections.map(([heading, text]) => `<h2>${heading}</h2><p>${text}</p>`).join('')}</main>`

test.each(Object.entries(SECTIONS))(
  'answers each question that it proposes from a page in %s, and names the source',
  async (_language, sections) => {
    const agent = await server.makeAgent(ada)
    await send(agent, 'POST', '', { vg_kbEnabled: true, enableNodes: false })
    const url = at(agent, '/kb/files?name=lumen.html')
    const read = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/html', authorization: `Bearer ${ada.token}` },
      body: page(Object.entries(sections).slice(0, 6)),
    })
    expect(read.status).toBe(200)
    await vi.waitFor(
      async () => {
        const { items } = await send<{ items: { status: string }[] }>(agent, 'GET', '/kb?limit=5')
        expect(items.map(({ status }) => status)).toEqual(['ready'])
      },
      { timeout: 20_000, interval: 100 },
    )
    await make(agent)
    const { questions } = await made(agent)
    expect(questions).toHaveLength(3)
    for (const text of questions) {
      const { answer } = await server.turn(agent, { text })
      expect([text, answer.text]).toEqual([text, expect.stringMatching(/\[\d\]/)])
      expect(answer.sources).not.toEqual([])
    }
  },
  60_000,
)

test('has an answer to the question of every well-known heading', () => {
  const unanswered = Object.values(SECTIONS).flatMap((sections) =>
    Object.entries(sections).flatMap(([title, text]) => {
      const pages = [{ title, text: `## ${title}\n${text}` }]
      const asked = startersByRules([{ title, heading: '', text }])
      const said = asked.map((ask) => rate({ name: title, pages }, { ask, answer: [] }).said)
      return said.some((one) => one.includes('[1]')) ? [] : [title]
    }),
  )
  expect(unanswered).toEqual([])
})
