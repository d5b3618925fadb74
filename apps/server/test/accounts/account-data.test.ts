// An account's data: changing its address, exporting everything, and deleting it without a trace.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imageHead } from '../../src/lib/media/images.ts'
import type { Region } from '@parlance/contract/lib/regions'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { EXPORTED_TABLES, TABLES_NOT_EXPORTED } from '../../src/modules/accounts/deletion/account-data.repository.ts'
import { copiesOf, holdersOf, PASSWORD, tracesOf, word } from '../helpers/account-data.ts'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person } from '../helpers/people.ts'
import { PIXEL } from '../helpers/samples.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-account-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const server = await startTestServer({ settings: { dataDir } })
const { url, must, dbs } = server
const account = `${url}/api/account`

const { tablesWith, buckets, idle } = tracesOf(dbs, dataDir)
const { person, fill } = holdersOf(server)
const { stateOf, asked, copyOf, begun, addressOf, download } = copiesOf(server)

test('exports every table of a region, or documents why not', async () => {
  const { rows } = await dbs.eu.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const known = new Set([...EXPORTED_TABLES.map(({ table }) => table), ...Object.keys(TABLES_NOT_EXPORTED)])
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
  expect([...known].filter((name) => !rows.some((row) => row.name === name))).toEqual([])
})

describe('a new address', () => {
  test('is active once its link is opened, and moves the workspaces of both regions', async () => {
    const ada = await person('eu', word())
    const made = await must<{ data: { uid: string } }>('POST', `${server.api('na')}/v2/workspaces`, ada.token, {})
    const newEmail = `${word()}@example.test`
    const ask = (password: string) =>
      call('POST', `${account}/email`, { bearer: ada.token, body: { newEmail, password } })
    expect((await ask('wrong horse battery')).status).toBe(401)
    expect((await ask(PASSWORD)).status).toBe(200)
    const [mail] = await server.mailsTo(newEmail)
    expect((await server.mailsTo(ada.email))[0]?.text).toContain('New address')
    const me = () => must<{ account: { email: string } }>('GET', account, ada.token)
    expect((await me()).account.email).toBe(ada.email)
    const [, token] = /verify-email\?token=(\w+)/.exec(mail?.text ?? '') ?? []
    const follow = (bearer?: string) =>
      call('POST', `${account}/verify-email`, { body: { token }, ...(bearer === undefined ? {} : { bearer }) })
    // Another reader of that mailbox, or another session, changes and consumes nothing.
    const eve = await person('eu', word())
    expect(await follow()).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
    expect(await follow(eve.token)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await me()).account.email).toBe(ada.email)
    expect((await follow(ada.token)).status).toBe(200)
    expect((await follow(ada.token)).status).toBe(400)
    expect((await me()).account.email).toBe(newEmail)
    for (const [region, uid] of [
      ['eu', ada.workspace.uid],
      ['na', made.data.uid],
    ] as const) {
      const { data } = await must<{ data: { email: string; workspaceEmails: string[] } }>(
        'GET',
        `${server.api(region)}/v2/workspaces/${uid}`,
        ada.token,
      )
      expect(data).toMatchObject({ email: newEmail, workspaceEmails: [newEmail] })
    }
    const old = await call('POST', `${account}/sign-in`, { body: { email: ada.email, password: PASSWORD } })
    expect(old.status).toBe(401)
  })

  test('is refused when taken, and its link ends with a new password', async () => {
    const [ada, eve] = [await person('eu', word()), await person('na', word())]
    const ask = (newEmail: string) =>
      call<{ code: string }>('POST', `${account}/email`, { bearer: ada.token, body: { newEmail, password: PASSWORD } })
    expect((await ask(eve.email)).body.code).toBe('EMAIL_TAKEN')
    const newEmail = `${word()}@example.test`
    await ask(newEmail)
    const [mail] = await server.mailsTo(newEmail)
    const [, token] = /verify-email\?token=(\w+)/.exec(mail?.text ?? '') ?? []
    await must('POST', `${account}/password`, ada.token, { currentPassword: PASSWORD, newPassword: `${PASSWORD} two` })
    expect((await call('POST', `${account}/verify-email`, { body: { token } })).status).toBe(400)
  })
})

describe('a photo', () => {
  const photo = `${account}/photo`
  const set = (who: Person, base64Payload = PIXEL) =>
    must<{ account: { photoURL: string } }>('POST', photo, who.token, { base64Payload })
  const get = (path: string, init?: RequestInit) => fetch(`${url}${path}`, init)
  const ownerPhoto = async (who: Person, region: Region, uid: string) =>
    (await must<{ data: { photoURL: string } }>('GET', `${server.api(region)}/v2/workspaces/${uid}`, who.token)).data
      .photoURL

  test('is a public square with a new URL for each change', async () => {
    const ada = await person('eu', word())
    const { photoURL } = (await set(ada)).account
    expect(photoURL).toMatch(/^\/media\/people\/[A-Za-z0-9]{20}\.webp$/)
    const got = await get(photoURL)
    expect([got.status, got.headers.get('content-type'), got.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ])
    expect(imageHead(new Uint8Array(await got.arrayBuffer()))).toEqual({ kind: 'webp', width: 256, height: 256 })
    const part = await get(photoURL, { headers: { range: 'bytes=0-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'RIFF'])
    const next = (await set(ada)).account.photoURL
    expect(next).not.toBe(photoURL)
    expect([(await get(photoURL)).status, (await get(next)).status]).toEqual([404, 200])
    expect((await must<{ account: { photoURL: string } }>('DELETE', photo, ada.token)).account.photoURL).toBe('')
    expect((await get(next)).status).toBe(404)
    for (const base64Payload of [Buffer.from('<svg/>').toString('base64'), 'no base64'])
      expect((await call('POST', photo, { bearer: ada.token, body: { base64Payload } })).status).toBe(400)
    expect((await call('POST', photo, { body: { base64Payload: PIXEL } })).status).toBe(401)
  })

  test('is shown on the owner’s workspaces in both regions, and in lists of joined members', async () => {
    const name = word()
    const [ada, eve] = [await person('eu', name), await person('na', word())]
    const uids = [['eu', ada.workspace.uid]] as [Region, string][]
    const { photoURL } = (await set(ada)).account
    const made = await must<{ data: { uid: string } }>('POST', `${server.api('na')}/v2/workspaces`, ada.token, {})
    uids.push(['na', made.data.uid])
    const shown = (wanted: string) =>
      vi.waitFor(
        async () => {
          for (const [region, uid] of uids) expect(await ownerPhoto(ada, region, uid), region).toBe(wanted)
        },
        { timeout: 20_000, interval: 200 },
      )
    await shown(photoURL)
    const members = `${server.api('na')}/v2/workspaces/${eve.workspace.uid}/members`
    await must('POST', members, eve.token, { email: ada.email, role: 'viewer' })
    const listed = async () =>
      (await must<{ items: { email: string; photoURL?: string }[] }>('GET', members, eve.token)).items.find(
        ({ email }) => email === ada.email,
      )
    // Whether an invited person has an account, and their name, is private.
    expect(await listed()).not.toHaveProperty('photoURL')
    expect(await listed()).not.toHaveProperty('name')
    await must('GET', members.replace(/\/members$/, ''), ada.token)
    expect(await listed()).toMatchObject({ name, photoURL })
    await must('DELETE', photo, ada.token)
    await shown('')
    expect(await listed()).not.toHaveProperty('photoURL')
  })

  test('is exported, and deleted with the account', async () => {
    const ada = await person('eu', word())
    const { photoURL } = (await set(ada)).account
    const zip = unzipSync(new Uint8Array(await (await download(ada, await copyOf(ada))).arrayBuffer()))
    expect(imageHead(zip['photo.webp'] ?? new Uint8Array())).toMatchObject({ kind: 'webp' })
    await must('POST', `${account}/deletion`, ada.token, { typed: ada.email, password: PASSWORD })
    expect((await get(photoURL)).status).toBe(404)
  })
})

const inEu = () => server.running.container.contexts.system('eu')
const { accounts } = server.running.container.services

describe('an export', () => {
  test('is opened by its requester for five minutes, and replaced by the next one', async () => {
    const [ada, eve] = [await person('eu', word()), await person('eu', word())]
    const copy = await copyOf(ada)
    expect(copy).toMatchObject({ done: copy.total })
    expect(copy.bytes).toBeGreaterThan(1000)
    expect(Date.parse(copy.expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    expect((await addressOf(eve, copy)).status).toBe(404)
    expect((await addressOf(ada, copy, 'na')).status).toBe(404)
    expect(await stateOf(eve)).toBeNull()
    const { body } = await addressOf(ada, copy)
    const minutes = (Date.parse(body.expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(4)
    expect(minutes).toBeLessThanOrEqual(5)
    const answer = await fetch(`${url}${body.url}`, { method: 'HEAD' })
    expect([answer.status, Number(answer.headers.get('content-length'))]).toEqual([200, copy.bytes])
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect((await fetch(`${url}${body.url.replace('.zip&', '.html&')}`)).status).toBe(404)
    expect((await fetch(`${url}${body.url.split('?')[0]}`)).status).toBe(404)
    const next = await copyOf(ada)
    expect((await addressOf(ada, copy)).status).toBe(404)
    expect((await fetch(`${url}${body.url}`)).status).toBe(404)
    expect((await download(ada, next)).status).toBe(200)
    await copyOf(ada)
    expect((await asked(ada)).body.code).toBe('LIMIT_REACHED')
  }, 60_000)

  test('is one at a time, resumed by another process, and given up after three tries', async () => {
    const ada = await person('eu', word())
    const id = await begun(ada.userId, { tries: 1, beat: '1 second' })
    expect((await asked(ada)).body.code).toBe('CONFLICT')
    expect((await addressOf(ada, { id })).body.code).toBe('CONFLICT')
    await expect(accounts.packExport(inEu(), id)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await dbs.eu.pool.query(`update account_exports set beat_at = now() - interval '1 minute' where id = $1`, [id])
    await Promise.allSettled([accounts.packExport(inEu(), id), accounts.packExport(inEu(), id)])
    expect(await stateOf(ada)).toMatchObject({ id, state: 'ready' })
    await accounts.packExport(inEu(), id)
    const mails = (await server.mailsTo(ada.email)).filter(({ subject }) => subject.includes('ready to download'))
    expect(mails).toHaveLength(1)

    const eve = await person('eu', word())
    const lost = await begun(eve.userId, { tries: 3, beat: '1 minute' })
    await accounts.packExport(inEu(), lost)
    expect(await stateOf(eve)).toMatchObject({ id: lost, state: 'failed' })
    expect((await asked(eve)).status).toBe(200)
  })

  testAll(
    'is made although progress can’t be stored, and does not count when failed',
    async () => {
      const ada = await person('eu', word())
      await dbs.eu.pool.query(`
      create function no_beats() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$;
      create trigger no_beats before update on account_exports for each row
        when (old.state = 'packing' and new.state = 'packing' and old.tries = new.tries) execute function no_beats()`)
      try {
        await copyOf(ada)
      } finally {
        await dbs.eu.pool.query('drop function no_beats cascade')
      }
      for (const left of [2, 1]) {
        const lost = await begun(ada.userId, { tries: 3, beat: '1 minute' })
        await accounts.packExport(inEu(), lost)
        expect(await stateOf(ada), `${left} left`).toMatchObject({ id: lost, state: 'failed' })
        await copyOf(ada)
      }
      expect((await asked(ada)).body.code).toBe('LIMIT_REACHED')
    },
    60_000,
  )

  test('is deleted after a week, and with the account, also while being packed', async () => {
    const ada = await person('eu', word())
    const { id } = await copyOf(ada)
    const { rows } = await dbs.eu.pool.query<{ key: string }>(
      `update account_exports set expires_at = now() where id = $1 returning key`,
      [id],
    )
    expect(await stateOf(ada)).toBeNull()
    expect((await addressOf(ada, { id })).status).toBe(404)
    expect(buckets()).toContain(rows[0]?.key ?? 'nothing')
    await accounts.deleteExpiredExports(inEu())
    expect(buckets()).not.toContain(rows[0]?.key ?? 'nothing')

    const lost = await begun(ada.userId, { tries: 1, beat: '1 minute' })
    const packing = accounts.packExport(inEu(), lost)
    // It either does not start, or the process that runs it deletes it.
    await accounts.deleteExports(inEu(), ada.userId).catch(() => undefined)
    await packing
    expect(await stateOf(ada)).toBeNull()
    expect(buckets()).not.toContain(lost)
  })

  test('is found and deleted when its process died as the account was deleted', async () => {
    const ada = await person('eu', word())
    const lost = await begun(ada.userId, { tries: 1, beat: '1 second' })
    const forget = () => accounts.deleteExports(inEu(), ada.userId)
    await expect(forget()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    // Its process stores all of it and is killed before it learns of the deletion.
    await accounts.packExport(inEu(), lost)
    mkdirSync(join(dataDir, 'buckets/eu/exports'), { recursive: true })
    writeFileSync(join(dataDir, 'buckets/eu/exports', `${lost}.zip`), 'a copy')
    await expect(forget()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await dbs.eu.pool.query(`update account_exports set beat_at = now() - interval '1 minute' where id = $1`, [lost])
    await forget()
    expect(buckets()).not.toContain(lost)
    expect((await dbs.eu.pool.query('select 1 from account_exports where id = $1', [lost])).rows).toEqual([])
  })

  test('has everything of the account in this region, nothing of others and no secrets', async () => {
    const [mine, others] = [word(), word()]
    const [ada, eve] = [await person('eu', mine), await person('eu', others)]
    const { agent } = await fill(ada, mine)
    await fill(eve, others)
    const answer = await download(ada, await copyOf(ada))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; .*filename\*=UTF-8''parlance-eu-[\d-]+\.zip$/,
    )
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    const texts = Object.entries(files).map(([name, bytes]) => `${name}\n${strFromU8(bytes, true)}`)
    const all = texts.join('\n')
    expect(Object.keys(files)).toContain('README.txt')
    const read = (name: string) => JSON.parse(strFromU8(files[`${name}.json`] ?? new Uint8Array())) as unknown
    for (const name of EXPORTED_TABLES.map(({ table, as }) => as ?? table))
      expect(Array.isArray(read(name)), name).toBe(true)
    expect(read('account')).toMatchObject({ email: ada.email })
    expect(read('devices')).toMatchObject([{ network: expect.any(String) as string, signIns: 0 }])
    for (const kind of ['workspace', 'agent', 'prompt', 'question', 'key', 'log entry'])
      expect(all, kind).toContain(`${mine} ${kind}`)
    expect(all).toContain(`The ${mine} lamp is green.`)
    expect(Object.keys(files).some((name) => name.startsWith('files/') && name.endsWith('.png'))).toBe(true)
    // Messages are written as text for readers of the file.
    expect(read('credit_log')).toContainEqual(expect.objectContaining({ cause: 'Monthly free credits' }))
    const file = JSON.parse(strFromU8(files[`agents/${agent.id}.json`] ?? new Uint8Array())) as unknown
    expect(file).toMatchObject({ format: 'parlance-agent', config: { title: `${mine} agent` } })
    expect(all).not.toContain(others)
    expect(all).not.toContain(`sk-${mine}`)
    expect(all).not.toMatch(/sealed|_hash"/)
    const na = await download(ada, await copyOf(ada, 'na'), 'na')
    expect(strFromU8(unzipSync(new Uint8Array(await na.arrayBuffer()))['agents.json'] ?? new Uint8Array())).toBe('[]\n')
    expect(readdirSync(join(dataDir, 'buckets/default/exports'))).toHaveLength(1)
    expect(buckets()).toContain('buckets/eu/exports/')
    const [mail] = await server.mailsTo(ada.email)
    expect(mail?.subject).toBe('Your data is ready to download')
    expect(mail?.text).toMatch(/\/app\/(eu|na)\/account\?tab=data/)
    expect(mail?.text).not.toContain('/stored/')
    const { items } = await must<{ items: { action: string }[] }>(
      'GET',
      `${server.api('eu')}/v2/workspaces/${ada.workspace.uid}/audit`,
      ada.token,
    )
    expect(items.map(({ action }) => action)).toContain('accounts.exportData')
  })
})

describe('the end of an account', () => {
  const end = (who: Person, body: object) =>
    call<{ code: string }>('POST', `${account}/deletion`, { bearer: who.token, body })

  test('requires its address, its password, and consent to what others lose', async () => {
    const ada = await person('eu', word())
    await server.join(ada, 'editor')
    expect((await end(ada, { typed: 'other@example.test', password: PASSWORD, withShared: true })).status).toBe(400)
    expect((await end(ada, { typed: ada.email, password: PASSWORD })).body.code).toBe('CONFLICT')
    expect((await end(ada, { typed: ada.email, password: 'wrong horse', withShared: true })).status).toBe(401)
    expect((await end(ada, { typed: ada.email, withShared: true })).status).toBe(401)
    const { workspaces } = await must<{ workspaces: object[] }>('GET', `${account}/holdings`, ada.token)
    expect(workspaces).toMatchObject([{ region: 'eu', uid: ada.workspace.uid, members: 1 }])
  })

  test('leaves nothing in any table, queue or bucket; others keep their data with a pseudonym', async () => {
    const mine = word()
    const ada = await person('eu', mine)
    const other = await must<{ data: { uid: string } }>('POST', `${server.api('na')}/v2/workspaces`, ada.token, {})
    const home = await fill(ada, mine)
    const away = await fill({ ...ada, region: 'na', workspace: { uid: other.data.uid, secret: '' } }, mine)
    // A member of another owner's workspace, with activity there.
    const boss = await person('eu', word())
    const members = `${server.api('eu')}/v2/workspaces/${boss.workspace.uid}/members`
    await must('POST', members, boss.token, { email: ada.email, role: 'admin' })
    const guest = `${word()}@example.test`
    await must('POST', members, ada.token, { email: guest, role: 'viewer' })
    const shared = await server.makeAgent(boss, { title: 'Shared' })
    await must('POST', `${server.api('eu')}/v2/agents/${shared.id}`, ada.token, { title: 'Shared by two' })
    const kb = `${server.api('eu')}/v2/agents/${shared.id}/kb`
    await must('POST', kb, ada.token, { name: 'Prices', content: 'Ten.' })
    const trashed = await must<{ data: { ID: string } }>('POST', kb, ada.token, { name: 'Hours', content: 'Nine.' })
    await must('DELETE', `${kb}/${trashed.data.ID}`, ada.token)
    for (const region of ['eu', 'na'] as const) await copyOf(ada, region)
    expect(buckets()).not.toBe('')
    expect((await end(ada, { typed: ada.email.toUpperCase(), password: PASSWORD })).status).toBe(200)
    expect((await call('GET', `${server.api('eu')}/v2/workspaces`, { bearer: ada.token })).status).toBe(401)
    await idle([mine, ada.userId])
    const ids = [
      ada.workspace.uid,
      other.data.uid,
      home.agent.id,
      away.agent.id,
      home.conversationId,
      away.conversationId,
    ]
    // Whatever stays identifies no one: the ledger, and ids that no one else may get.
    const left = (await tablesWith(ids)).filter((one) => !/ledger_|agent_tombstones/.test(one))
    expect(left).toEqual([])
    expect(buckets()).not.toContain(mine)
    for (const { pool } of [dbs.eu, dbs.na])
      expect((await pool.query('select 1 from account_exports where user_id = $1', [ada.userId])).rows).toEqual([])
    for (const uid of ids.slice(0, 2)) expect(buckets()).not.toContain(uid)
    expect((await server.mailsTo(ada.email))[0]?.subject).toBe('Your account was deleted')

    const audit = `${server.api('eu')}/v2/workspaces/${boss.workspace.uid}/audit`
    const { items } = await must<{ items: { action: string; actorName: string }[] }>('GET', audit, boss.token)
    expect(items.some(({ actorName }) => /^Deleted account \w+$/.test(actorName))).toBe(true)
    expect(await must('GET', `${audit}/check`, boss.token)).toMatchObject({ brokenAt: null })
    const kept = await must<{ items: { email: string; invitedBy: string }[] }>('GET', members, boss.token)
    expect(kept.items.map(({ email }) => email).toSorted()).toEqual([boss.email, guest].toSorted())
    const again = await person('eu', mine)
    expect(again.workspace.uid).not.toBe(ada.workspace.uid)
    // The month's free credits were used; their hash does not reveal the address.
    const { data } = await must<{ data: { loadTokens: number; freeLTsTS: number } }>(
      'GET',
      `${server.api('eu')}/v2/workspaces/${again.workspace.uid}`,
      again.token,
    )
    expect(data).toMatchObject({ loadTokens: 0, freeLTsTS: 0 })
  }, 60_000)

  testAll(
    'is finished by another process, and idempotent',
    async () => {
      const mine = word()
      const ada = await person('na', mine)
      await fill(ada, mine)
      const { accounts, audit, people } = server.running.container.services
      const ctx = server.running.container.contexts.system('na')
      const node = await server.anotherNode({ dataDir })
      const gone = {
        userId: ada.userId,
        email: ada.email,
        pseudonym: 'Deleted account x',
        at: new Date().toISOString(),
      }
      // As if the process had ended after the first step.
      for (const _ of [1, 2]) {
        await audit.accountDeleted(ctx, [ada.workspace.uid], gone)
        await people.accountDeleted(ctx, gone)
      }
      await must('POST', `${node.url}/api/account/deletion`, ada.token, { typed: ada.email, password: PASSWORD })
      await node.close()
      await idle([mine, ada.userId])
      expect(await accounts.findById(ada.userId)).toBeUndefined()
    },
    60_000,
  )
})
