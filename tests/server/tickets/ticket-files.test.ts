import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { ticketFile } from '#contract/limits.ts'
import type { DeskTicket, TicketFile } from '#contract/people/tickets.ts'
import { ticketFiles } from '#server/db/schema/schedule.ts'
import { pdfBomb } from '#tests/support/documents/pdf-bomb.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

type SignedIn = Awaited<ReturnType<TestApp['signInAs']>>

const server = openForSuite(() => openTestApp())
let author: SignedIn
let other: SignedIn
let administrator: SignedIn
beforeAll(async () => {
  author = await server.signInAs({ roles: ['parent'] })
  other = await server.signInAs({ roles: ['parent'] })
  administrator = await server.signInAs({ roles: ['administrator'] })
})

const upload = (who: Person, body: Buffer, type: string, name = 'файл.png') =>
  who.call('POST /v1/storage/ticket-file', {
    body,
    headers: { 'content-type': type, 'x-file-name': encodeURIComponent(name) },
  })
const uploaded = async (who: Person, name?: string) =>
  (await upload(who, await png(), 'image/png', name)).json<TicketFile>()
const write = (who: Person, files: readonly string[]) =>
  who.call('POST /v1/schedule/ticket/create', {
    body: { contentHtml: '<p>Вот чек</p>', files },
    headers: { 'idempotency-key': randomUUID() },
  })
const open = (who: Person, uuid: string) => who.open(`/api/v1/storage/ticket-file/${uuid}`)

const png = (side = 20) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#fd7e14' } })
    .png()
    .toBuffer()

function pdf(options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument(options)
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)))
    document.text('Receipt').end()
  })
}

describe('A file', () => {
  test('is read by its owner until it is sent, then by the author and administrators', async () => {
    const file = await uploaded(author, 'Чек за ноябрь.png')
    expect(file).toEqual({ uuid: file.uuid, name: 'Чек за ноябрь.png', mediaType: 'image/png', size: file.size })
    const statuses = async () =>
      Promise.all([author, other, administrator].map(async (who) => (await open(who, file.uuid)).statusCode))
    expect(await statuses()).toEqual([200, 404, 404])
    const ticket = (await write(author, [file.uuid])).json<{ uuid: string }>()
    expect(await statuses()).toEqual([200, 404, 200])
    expect((await open(server.visitor, file.uuid)).statusCode).toBe(401)
    const { files } = (await author.call(`GET /v1/schedule/ticket/${ticket.uuid}`)).json()
    expect(files).toEqual([file])
  })

  test('is a download that no browser takes for a page', async () => {
    const { uuid } = await uploaded(author, 'Чек "1".png')
    const { headers } = await open(author, uuid)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="file"; filename*=UTF-8''${encodeURIComponent('Чек 1.png')}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  test('of an answer is for the author, and one of a note is not', async () => {
    const { uuid: id } = (await write(author, [])).json<{ uuid: string }>()
    const [ofNote, ofAnswer, ofReply] = [
      await uploaded(administrator),
      await uploaded(administrator),
      await uploaded(author),
    ]
    const send = (kind: string, file: TicketFile, version: number) =>
      administrator.call(`POST /v1/admin/ticket/${id}/message`, {
        body: { kind, contentHtml: '<p>Смотрите файл</p>', files: [file.uuid], version },
        headers: { 'idempotency-key': randomUUID() },
      })
    expect((await send('note', ofNote, 0)).statusCode).toBe(200)
    expect((await send('answer', ofAnswer, 1)).statusCode).toBe(200)
    const reply = await author.call(`POST /v1/schedule/ticket/${id}/reply`, {
      body: { contentHtml: '<p>А вот мой</p>', files: [ofReply.uuid] },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(reply.statusCode).toBe(200)
    const seen = await Promise.all([ofNote, ofAnswer, ofReply].map(({ uuid }) => open(author, uuid)))
    expect(seen.map(({ statusCode }) => statusCode)).toEqual([404, 200, 200])
    const { messages } = (await author.call(`GET /v1/schedule/ticket/${id}`)).json()
    expect(messages.map((message: { files: TicketFile[] }) => message.files)).toEqual([[ofAnswer], [ofReply]])
    const desk = (await administrator.call(`GET /v1/admin/ticket/${id}`)).json()
    const filesOf = (kind: string) =>
      desk.messages.flatMap((message: DeskTicket['messages'][number]) => (message.kind === kind ? message.files : []))
    expect([filesOf('note'), filesOf('answer'), filesOf('reply')]).toEqual([[ofNote], [ofAnswer], [ofReply]])
    const looking = await server.signInAs({ roles: [], userId: author.userId, seenBy: administrator.userId })
    expect((await open(looking, ofAnswer.uuid)).statusCode).toBe(200)
    expect((await upload(looking, await png(), 'image/png')).statusCode).toBe(403)
  })

  test('of another user, a sent one and an invented one are not attached', async () => {
    const [foreign, own] = [await uploaded(other), await uploaded(author)]
    await write(author, [own.uuid])
    for (const uuid of [foreign.uuid, own.uuid, randomUUID()]) {
      const answer = await write(author, [uuid])
      expect([answer.statusCode, answer.json<{ errors: object }>().errors]).toEqual([
        422,
        [{ path: 'files', message: 'unknown' }],
      ])
    }
    expect((await open(other, foreign.uuid)).statusCode).toBe(200)
  })

  test('is one of five at most', async () => {
    const ids = Array.from({ length: ticketFile.maxCount + 1 }, () => randomUUID())
    expect((await write(author, ids)).statusCode).toBe(422)
  })

  test('that no message has is deleted after a day', async () => {
    const owner = await server.signInAs({ roles: ['student'] })
    const [unsent, sent] = [await uploaded(owner), await uploaded(owner)]
    await write(owner, [sent.uuid])
    const { now } = server.clock
    server.clock.now = new Date(now.getTime() + 25 * 3_600_000)
    await uploaded(await server.signInAs({ roles: ['parent'] }))
    server.clock.now = now
    const left = await server.opened.database
      .select({ uuid: ticketFiles.id })
      .from(ticketFiles)
      .where(eq(ticketFiles.ownerId, owner.userId))
    expect(left).toEqual([{ uuid: sent.uuid }])
    expect((await open(owner, unsent.uuid)).statusCode).toBe(404)
  })
})

describe('The content', () => {
  test('of a picture is encoded anew: its place and what follows it are gone', async () => {
    const photograph = await sharp(await png())
      .withExif({ IFD0: { Copyright: 'secret-place' } })
      .jpeg()
      .toBuffer()
    const tail = Buffer.from('<script>alert(1)</script>')
    const file = (await upload(author, Buffer.concat([photograph, tail]), 'image/jpeg', 'a.jpg')).json<TicketFile>()
    const { rawPayload } = await open(author, file.uuid)
    expect([rawPayload.includes('secret-place'), rawPayload.includes('<script>')]).toEqual([false, false])
    expect((await sharp(rawPayload).metadata()).format).toBe('jpeg')
  })

  test('of a PDF stays as it is', async () => {
    const content = await pdf()
    const file = (await upload(author, content, 'application/pdf', 'чек.pdf')).json<TicketFile>()
    const answer = await open(author, file.uuid)
    expect([answer.headers['content-type'], answer.rawPayload.equals(content)]).toEqual(['application/pdf', true])
  })

  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  test.each([
    ['a page that says PNG', page, 'image/png', 'not-a-picture'],
    [
      'a drawing with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'image/png',
      'not-a-picture',
    ],
    ['nothing', Buffer.alloc(0), 'image/png', 'not-a-picture'],
    ['a page that says PDF', page, 'application/pdf', 'not-a-picture'],
    ['a PDF behind a page', Buffer.concat([page, Buffer.from('%PDF-1.7')]), 'application/pdf', 'not-a-picture'],
    ['the beginning of a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'application/pdf', 'unreadable'],
  ])('of %s is refused', async (_, body, type, message) => {
    const answer = await upload(author, body, type)
    expect([answer.statusCode, answer.json<{ errors: object }>().errors]).toEqual([422, [{ path: 'file', message }]])
  })

  test('decides the type and the extension, whatever the name says', async () => {
    const [webp, jpeg] = await Promise.all([
      sharp(await png())
        .webp()
        .toBuffer(),
      sharp(await png())
        .jpeg()
        .toBuffer(),
    ])
    const storedAs = async (body: Buffer, type: string, name: string) => {
      const file = (await upload(author, body, type, name)).json<TicketFile>()
      const { headers } = await open(author, file.uuid)
      expect(headers['content-type']).toBe(file.mediaType)
      return [file.mediaType, file.name]
    }
    expect(await storedAs(webp, 'image/jpeg', 'чек.jpg')).toEqual(['image/webp', 'чек.webp'])
    expect(await storedAs(await png(), 'image/jpg', 'чек.JPG')).toEqual(['image/png', 'чек.png'])
    expect(await storedAs(jpeg, 'image/jpg', 'чек.JPG')).toEqual(['image/jpeg', 'чек.JPG'])
    expect(await storedAs(await pdf(), 'image/png', 'чек.png')).toEqual(['application/pdf', 'чек.pdf'])
    expect(await storedAs(jpeg, 'image/jpeg', 'версия 1.2')).toEqual(['image/jpeg', 'версия 1.2.jpg'])
  })

  test('is refused where it is truncated, too large, encrypted, or of another type', async () => {
    const picture = await png(300)
    const faultOf = async (body: Buffer, type: string) => {
      const answer = await upload(author, body, type)
      return [answer.statusCode, answer.json<{ errors?: { message: string }[] }>().errors?.[0]?.message]
    }
    expect(await faultOf(picture.subarray(0, picture.length / 2), 'image/png')).toEqual([422, 'truncated'])
    expect(await faultOf(await png(5001), 'image/png')).toEqual([422, 'too-many-pixels'])
    expect(await faultOf(await pdf({ userPassword: 'x' }), 'application/pdf')).toEqual([422, 'unreadable'])
    expect(await faultOf(Buffer.alloc(ticketFile.maxBytes + 1), 'application/pdf')).toEqual([413, undefined])
    expect(await faultOf(Buffer.from('MZ'), 'application/x-msdownload')).toEqual([415, undefined])
  })

  test.each([
    ['folders', '../../etc/passwd.png', 'passwd.png'],
    ['a folder of Windows', 'C:\\temp\\чек.png', 'чек.png'],
    ['characters that reverse the text', 'чек\u202egnp.exe', 'чекgnp.exe.png'],
    ['nothing readable', '\u0007', 'file.png'],
  ])('loses %s in its name', async (_, name, left) => {
    expect((await uploaded(author, name)).name).toBe(left)
  })
})

test('A PDF that inflates to a thousand times its size is refused, and other calls are answered meanwhile', async () => {
  const bomb = pdfBomb(40_000_000)
  expect(bomb.length).toBeLessThan(50_000)
  let isRead = false
  const refused = upload(author, bomb, 'application/pdf', 'чек.pdf').finally(() => {
    isRead = true
  })
  for (let call = 0; call < 5; call += 1) {
    expect((await other.call('GET /v1/profile')).statusCode).toBe(200)
    expect(isRead).toBe(false)
  }
  const answer = await refused
  const { errors } = answer.json<{ errors: object }>()
  expect([answer.statusCode, errors]).toEqual([422, [{ path: 'file', message: 'too-complex' }]])
  expect((await upload(author, await pdf(), 'application/pdf', 'чек.pdf')).statusCode).toBe(200)
})
