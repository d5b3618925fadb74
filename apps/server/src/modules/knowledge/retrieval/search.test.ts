import { relevant } from '@parlance/contract/knowledge/relevance-filter'
import { randomId } from '@parlance/contract/lib/ids'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import { planWords } from './search.ts'
import { testCtx, testKnowledge } from '../testing.ts'

const dbs = await freshDatabases()
const test = await testKnowledge()
const { knowledge } = test
test.settings.dimensions = 1536
const ctx = testCtx(dbs.eu.db)
const agentId = randomId(16)

const DOCUMENTS: Record<string, string> = {
  Returns: 'You can send any article back within 30 days. We refund the full purchase price to your card.',
  Shipping: 'Parcels leave our warehouse in Leipzig every weekday. Shipping to Norway takes six working days.',
  Hours: 'The shop opens at nine in the morning and closes at six in the evening. On Sundays it stays closed.',
  Garantie: 'Auf alle Geräte gewähren wir eine Garantie von fünf Jahren. Für Akkus gilt sie zwei Jahre.',
  Livraison: 'La livraison à domicile est gratuite à partir de cinquante euros. Les délais sont de trois jours ouvrés.',
  Envío: 'Los artículos dañados se sustituyen sin coste. Envíenos una fotografía del paquete.',
  Pagamento: 'Aceitamos cartão de crédito e transferência bancária. A fatura é enviada por correio eletrónico.',
  Доставка: 'Мы доставляем заказы по всей Болгарии за два дня.',
  配送: '当店の配送は翌日です。',
  上海: '上海分店周日休息。',
  Socks: 'Code 🧦 means socks.',
  Codes: "Article AB-1234/7 costs EUR 19.90; write to o'brien@example.com or see https://example.com/help?x=1.",
}

beforeAll(async () => {
  for (const [name, content] of Object.entries(DOCUMENTS)) await knowledge.create(ctx, { agentId, name, content })
})
const find = (query: string, limit = 5) => knowledge.search(ctx, { agentId, query, limit })

describe('a question finds its passage', () => {
  it.each([
    ['a word', 'warehouse', 'Shipping'],
    ['several words', 'How long does shipping to Norway take?', 'Shipping'],
    ['the name of the document', 'returns', 'Returns'],
    ['another ending', 'refunds', 'Returns'],
    ['a stem', 'shipped to Norwegian warehouses', 'Shipping'],
    ['a stem that begins otherwise than the word', 'When does it open or close?', 'Hours'],
    ['a German stem', 'gewährte Garantien', 'Garantie'],
    ['a Spanish stem', 'sustituir artículo dañado', 'Envío'],
    ['two slips in a long word', 'warehowze', 'Shipping'],
    ['a beginning', 'ware', 'Shipping'],
    ['a missing letter', 'shiping to norwy', 'Shipping'],
    ['swapped letters', 'recieve a rfeund', 'Returns'],
    ['a paraphrase', 'Can I get my money back?', 'Returns'],
    ['another paraphrase', 'When are you open?', 'Hours'],
    ['German, without its accents', 'Wie lange gilt die Garantie fur Gerate?', 'Garantie'],
    ['German, in capitals', 'GERÄTE GARANTIE', 'Garantie'],
    ['French, without its accents', 'delais de livraison', 'Livraison'],
    ['Spanish, without its accents', 'articulos danados', 'Envío'],
    ['Portuguese, without its accents', 'cartao de credito', 'Pagamento'],
    ['Cyrillic', 'ДОСТАВЛЯЕМ заказы', 'Доставка'],
    ['Japanese', '配送', '配送'],
    ['Chinese', '周日', '上海'],
    ['one letter of a script without blanks', '翌', '配送'],
    ['a sign', '🧦', 'Socks'],
    ['a code', 'AB-1234/7', 'Codes'],
    ['an address', "o'brien@example.com", 'Codes'],
  ])('by %s: %s', async (_how, query, title) => {
    const found = await find(query)
    expect(found[0]?.title).toBe(title)
    expect(relevant(found)[0]?.title).toBe(title)
  })
  it('with both ranks, the similarity and the text', async () => {
    const [first] = await find('Shipping to Norway')
    expect(first).toMatchObject({
      title: 'Shipping',
      chunk: 0,
      textRank: 1,
      vectorRank: 1,
      text: DOCUMENTS['Shipping'],
    })
    expect(first?.similarity).toBeGreaterThan(0.3)
  })
  it('no more than asked for, best first', async () => {
    const found = await find('shipping refund warehouse card', 3)
    expect(found).toHaveLength(3)
    expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a))
  })
})

describe('a question without an answer', () => {
  it.each(['Who won the world cup in 1998?', 'quantum chromodynamics', 'bitcoin mining', 'what is it?', 'xyzzy'])(
    '%s leaves nothing for the model',
    async (query) => {
      expect(relevant(await find(query))).toEqual([])
    },
  )
  it('is none for an agent that knows nothing', async () => {
    expect(await knowledge.search(ctx, { agentId: randomId(16), query: 'shipping', limit: 5 })).toEqual([])
  })
  it.each([
    "'",
    '"',
    '\\',
    "a' | 'b",
    '& | ! ( ) : * <->',
    "'); drop table chunks; --",
    '%',
    '_',
    '😀',
    '\uD800',
    '\u0000',
    ' ',
    'x'.repeat(2000),
    'a '.repeat(1000),
    '* '.repeat(900),
  ])('may be anything (%#)', async (query) => {
    await find(query)
  })
})

describe('the language of a text', () => {
  it.each([
    ['The parcels are delivered within three days and you can return them.', 'english'],
    ['Auf alle Geräte gewähren wir eine Garantie, und für Akkus gilt sie zwei Jahre.', 'german'],
    ['Les délais de livraison sont de trois jours pour vous.', 'french'],
    ['Los artículos dañados se sustituyen sin coste en una semana.', 'spanish'],
    ['La consegna è gratuita per gli ordini della settimana e con il corriere.', 'italian'],
    ['A fatura é enviada por correio e não tem custos para você.', 'portuguese'],
    ['Het pakket wordt binnen drie dagen bezorgd en dat is gratis.', 'dutch'],
    ['Мы доставляем заказы по всей стране и не за деньги.', 'russian'],
    ['AB-1234 57/2', null],
    ['', null],
  ])('%s → %s', async (text, language) => {
    const found = (await dbs.eu.db.execute(
      sql`select knowledge_language(to_tsvector('simple', knowledge_fold(${text}))) as language,
            knowledge_words('', '', ${text})::text as words`,
    )) as unknown as { rows: { language: string | null; words: string }[] }
    expect(found.rows[0]?.language).toBe(language)
    expect(found.rows[0]?.words.includes("'=")).toBe(language !== null)
  })
})

describe('the plan of a search', () => {
  const word = (name: string, chunks: number, pos = 1) => ({
    pos,
    asked: name,
    word: name,
    chunks,
    how: 'same' as const,
  })
  it('ranks what holds a rare word, and scores the common ones too', () => {
    const plan = planWords([word('the', 9000, 1), word('zebra', 3, 2), word('stripe', 40, 3)], 10_000)
    expect(plan?.candidates).toBe("('zebra') | ('stripe')")
    expect(plan?.otherwise).toBe(plan?.candidates)
    expect(plan?.terms.map((term) => term.word)).toEqual(['zebra', 'stripe', 'the'])
    expect(plan?.terms[0]?.weight).toBeGreaterThan(plan?.terms[2]?.weight ?? 0)
  })
  it('wants common words together when there is nothing rarer', () => {
    const plan = planWords([word('one', 5000, 1), word('two', 4000, 2), word('three', 6000, 3)], 10_000)
    expect(plan?.candidates).toBe("('two') & ('one') & ('three')")
    expect(plan?.otherwise).toBe("('two')")
  })
  it('takes a misspelling for what it means only when few letters differ', () => {
    const spelling = (asked: string, known: string) => ({
      pos: 1,
      asked,
      word: known,
      chunks: 2,
      how: 'spelling' as const,
    })
    expect(planWords([spelling('shiping', 'shipping'), spelling('shiping', 'shop')], 10)?.candidates).toBe(
      "('shipping')",
    )
    expect(planWords([spelling('bitcoin', 'bit')], 10)).toBeUndefined()
    expect(planWords([], 10)).toBeUndefined()
  })
})

it('ranks by every word of a question among few documents, not by the rarest alone', async () => {
  const few = randomId(16)
  const texts = {
    Repairs: 'A repair takes three weeks and costs 25 euros.',
    Others: 'We repair lamps of other makers as well.',
    Team: 'Ida and Tom have worked in the long house by the harbour.',
    Visits: 'Visitors are welcome on Tuesdays.',
  }
  for (const [name, content] of Object.entries(texts)) await knowledge.create(ctx, { agentId: few, name, content })
  const found = await knowledge.search(ctx, { agentId: few, query: 'how long does a repair take?', limit: 5 })
  const rankOf = (title: string) => found.find((one) => one.title === title)?.textRank
  expect(rankOf('Repairs')).toBe(1)
  expect(rankOf('Others')).toBeGreaterThan(1)
  expect(rankOf('Team')).toBeGreaterThan(1)
})

describe('ten thousand chunks', () => {
  const big = randomId(16)
  beforeAll(() => {
    test.settings.maxChunkSize = 250
    test.settings.dimensions = 64
    return () => {
      test.settings.maxChunkSize = 1000
      test.settings.dimensions = 1536
    }
  })
  beforeAll(async () => {
    const topics = [
      'invoice',
      'parcel',
      'battery',
      'window',
      'garden',
      'ticket',
      'engine',
      'carpet',
      'mirror',
      'violin',
    ]
    const place = ['north', 'south', 'east', 'west', 'centre']
    for (let doc = 0; doc < 20; doc += 1) {
      const sections = Array.from({ length: 500 }, (_, n) => {
        const id = doc * 500 + n
        return `# Section ${id}\n\n${`The ${topics[id % 10]} of the ${place[id % 5]} office has number ${id} and every customer should know about it. `.repeat(2)}`
      })
      await knowledge.create(ctx, { agentId: big, name: `Book ${doc}`, content: sections.join('\n\n') })
    }
  }, 60_000)
  it('are searched by words and by meaning', async () => {
    expect(await test.runJobs(ctx)).toBe(0)
    const { rows } = (await dbs.eu.db.execute(
      sql`select chunks, vectors from collections where agent_id = ${big}`,
    )) as unknown as { rows: { chunks: number; vectors: number }[] }
    expect(rows[0]?.chunks).toBeGreaterThanOrEqual(10_000)
    expect(rows[0]?.vectors).toBe(rows[0]?.chunks)
    for (const id of [7, 4321, 9999]) {
      const [first] = await knowledge.search(ctx, { agentId: big, query: `what about number ${id}?`, limit: 5 })
      expect(first?.text).toContain(`number ${id} `)
    }
    const common = await knowledge.search(ctx, { agentId: big, query: 'every customer of the north office', limit: 10 })
    expect(common).toHaveLength(10)
    for (const { text } of common) expect(text).toContain('north office')
    expect((await knowledge.search(ctx, { agentId: big, query: 'vioiln customer', limit: 3 }))[0]?.text).toContain(
      'violin',
    )
  }, 60_000)
})
