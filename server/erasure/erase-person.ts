import { eq, type SQL, sql } from 'drizzle-orm'
import { accountIdsOf } from '#server/access/joined-accounts.ts'
import { endImpersonations } from '#server/auth/impersonation/impersonation.ts'
import { lockDevicesOf, signOutDevices } from '#server/auth/sessions/end-sessions.ts'
import { notifyOfEnd } from '#server/billing/autopay/autopay-notices.ts'
import { lockAutopay, stopAutopay } from '#server/billing/autopay/stop-autopay.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { dataRequests, keptIdentities } from '#server/db/schema/data-requests.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { tickets } from '#server/db/schema/schedule.ts'
import { audit } from '#server/security/audit-log.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'
import { withdrawIfUnentitled } from './data-requests.ts'
import { findObstacles } from './deletion-obstacles.ts'
import { type ErasedPerson, erasureSteps } from './erasure-steps.ts'
import { findKeptDocuments } from './kept-documents.ts'
import { notifyOfRequest } from './request-notices.ts'
import { scrubText } from './scrub-text.ts'

type ErasureTime = CurrentTime & { years: number }

/** Accepted requests whose time has come, the oldest first. */
export async function findDueErasures(database: Database, { now }: Pick<CurrentTime, 'now'>): Promise<string[]> {
  const { rows } = await database.execute<{ id: string }>(sql`
    select id from data_requests where state = 'accepted' and erase_after <= ${now.toISOString()}::timestamptz
    order by erase_after, id`)
  return rows.map(({ id }) => id)
}

/**
 * Deletes the data of the person of an accepted request, in one transaction: a server that is stopped in the middle has
 * deleted nothing, and the job does it again. A request with new obstacles goes back to the administrators, and that of
 * a user who does not answer for the person any more is withdrawn; both with a message. Returns whether the data
 * were deleted.
 */
export async function erasePerson(transaction: Database, requestId: string, time: ErasureTime): Promise<boolean> {
  const request = await lockRequest(transaction, requestId)
  if (request?.state !== 'accepted') return false
  if (await withdrawIfUnentitled(transaction, request, time)) return false
  const person = await findPerson(transaction, request.subjectId)
  const obstacles = await findObstacles(transaction, person.ids, time)
  if (obstacles.length > 0) {
    const reopened = { state: 'asked', eraseAfter: null, decidedAt: null, decidedById: null, answer: null } as const
    await transaction.update(dataRequests).set(reopened).where(eq(dataRequests.id, requestId))
    const kinds = [...new Set(obstacles.map(({ kind }) => kind))].join(', ')
    const { subjectId } = request
    await audit(transaction, {
      at: time.now,
      action: 'data.request-reopened',
      subjectId,
      actorId: null,
      detail: kinds,
    })
    const notice = { id: requestId, notice: 'data-request-answered', outcome: 'reopened', obstacles } as const
    await notifyOfRequest(transaction, notice, time)
    return false
  }
  const { now } = time
  await transaction.update(dataRequests).set({ state: 'erasing' }).where(eq(dataRequests.id, requestId))
  for (const id of person.ids) {
    const ids = await lockDevicesOf(transaction, id)
    const ending = { userId: id, ids, withIdle: true, now, address: null, reason: 'ended-by-school' } as const
    await signOutDevices(transaction, { endProviderSessions: null }, ending)
  }
  const isOfPerson = sql`(${sessions.userId} in ${listOf(person.ids, 'uuid')} or ${sessions.administratorId} in ${listOf(person.ids, 'uuid')})`
  await endImpersonations(transaction, isOfPerson, { action: 'impersonation.ended', now, address: null })
  await endAutopays(transaction, person.ids, now)
  const kept = await findKeptDocuments(transaction, person.ids, time)
  await keepIdentities(transaction, person.ids, { erasedAt: now, until: latestOf(kept) })
  await scrubTickets(transaction, person)
  for (const { erase } of erasureSteps) await transaction.execute(erase(person, now.toISOString()))
  if (kept.length === 0) await eraseDocuments(transaction, person.ids)
  await endErasure(transaction, requestId, now)
  await withdrawOpenRequests(transaction, person.ids, now)
  await audit(transaction, { at: now, action: 'data.erased', subjectId: request.subjectId, actorId: null })
  return true
}

/** Deletes what the law had made the school keep of an erased person; kept longer if money has moved since. */
export async function eraseKeptDocuments(transaction: Database, personId: string, time: ErasureTime): Promise<void> {
  const { now } = time
  const ids = await accountIdsOf(transaction, personId)
  const until = latestOf(await findKeptDocuments(transaction, ids, time))
  if (until !== null) {
    const isOfPerson = sql`${keptIdentities.personId} in ${listOf(ids, 'uuid')}`
    await transaction.update(keptIdentities).set({ keptUntil: until }).where(isOfPerson)
    return
  }
  const [request] = await transaction
    .select({ id: dataRequests.id })
    .from(dataRequests)
    .where(sql`${dataRequests.subjectId} = ${personId} and kind = 'deletion' and state = 'done'`)
    .for('update')
  if (!request) return
  const begun = { state: 'erasing', eraseAfter: now, endedAt: null } as const
  await transaction.update(dataRequests).set(begun).where(eq(dataRequests.id, request.id))
  await eraseDocuments(transaction, ids)
  await endErasure(transaction, request.id, now)
}

async function endErasure(transaction: Database, requestId: string, now: Date): Promise<void> {
  await transaction
    .update(dataRequests)
    .set({ state: 'done', eraseAfter: null, endedAt: now })
    .where(eq(dataRequests.id, requestId))
}

/** Automatic payments of the person, and those for contracts of the person: the payer gets a message. */
async function endAutopays(transaction: Database, ids: readonly string[], now: Date): Promise<void> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select autopays.id from autopays join contracts on contracts.id = autopays.contract_id
    where autopays.state <> 'off' and (
      autopays.person_id in ${listOf(ids, 'uuid')} or contracts.student_id in ${listOf(ids, 'uuid')}
      or contracts.customer_id in ${listOf(ids, 'uuid')}
    ) order by autopays.contract_id`)
  for (const { id } of rows) {
    const autopay = await lockAutopay(transaction, id)
    if (!autopay || autopay.state === 'off') continue
    await stopAutopay(transaction, id, { reason: 'by-staff', now })
    if (autopay.state === 'on') await notifyOfEnd(transaction, id, { why: 'by-staff', note: '' }, now)
  }
}

/** What the person has asked for, and what was asked about the person, has no sense any more. */
async function withdrawOpenRequests(transaction: Database, ids: readonly string[], now: Date): Promise<void> {
  await transaction.execute(sql`
    update data_requests set state = 'withdrawn', erase_after = null, ended_at = ${now.toISOString()}::timestamptz
    where ended_at is null and (requested_by_id in ${listOf(ids, 'uuid')} or subject_id in ${listOf(ids, 'uuid')})`)
}

async function lockRequest(transaction: Database, id: string) {
  const [request] = await transaction.select().from(dataRequests).where(eq(dataRequests.id, id)).for('update')
  return request
}

/** Locks the accounts: a sign-in or a change of names at this moment waits, and then finds nothing. */
async function findPerson(transaction: Database, personId: string): Promise<ErasedPerson> {
  const ids = await accountIdsOf(transaction, personId)
  const { lastName, firstName, patronym, email, phone, subject, id } = users
  const accounts = await transaction
    .select({ lastName, firstName, patronym, email, phone, subject })
    .from(users)
    .where(sql`${id} in ${listOf(ids, 'uuid')}`)
    .orderBy(id)
    .for('update')
  const known = (values: (string | null)[]) =>
    [...new Set(values.filter((value) => value !== null && value !== ''))] as string[]
  const subjects = known(accounts.map((account) => account.subject))
  const { rows: provided } = await transaction.execute<{ login: string; email: string | null }>(
    sql`select login, email from identity_provider.accounts where subject in ${listOf(subjects, 'text')}`,
  )
  const emails = known([...accounts.map((account) => account.email), ...provided.map((account) => account.email)])
  const contacts = known([...emails.map((address) => address.toLowerCase()), ...accounts.map(({ phone }) => phone)])
  return {
    ids,
    names: accounts.map(({ lastName, firstName }) => known([lastName, firstName])),
    contacts: await withoutShared(transaction, contacts, ids),
    subjects,
    logins: known(provided.map(({ login }) => login)),
    patronyms: known(accounts.map(({ patronym }) => patronym)),
  }
}

/** The contacts that no other account has: what came to a phone of two people stays the other one's. */
async function withoutShared(
  transaction: Database,
  contacts: readonly string[],
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await transaction.execute<{ contact: string }>(sql`
    select contact from ${listOf(contacts, 'text')} as listed (contact) where not exists (
      select from users where (lower(email) = contact or phone = contact) and id not in ${listOf(ids, 'uuid')}
    )`)
  return rows.map(({ contact }) => contact)
}

function latestOf(kept: readonly { until: string }[]): string | null {
  return kept.reduce<string | null>((latest, { until }) => (latest === null || until > latest ? until : latest), null)
}

/** The names that the kept documents are about. */
async function keepIdentities(
  transaction: Database,
  ids: readonly string[],
  { erasedAt, until }: { erasedAt: Date; until: string | null },
): Promise<void> {
  if (until === null) return
  await transaction.execute(sql`
    insert into ${keptIdentities} (person_id, name, erased_at, kept_until)
    select id, concat_ws(' ', last_name, first_name, patronym), ${erasedAt.toISOString()}::timestamptz, ${until}::date
    from ${users} where id in ${listOf(ids, 'uuid')} on conflict do nothing`)
}

/** Tickets of other people about the person stay, without the name; their files go with the steps. */
async function scrubTickets(transaction: Database, person: ErasedPerson): Promise<void> {
  const words = {
    names: [...person.names.flat(), ...person.patronyms],
    contacts: [...person.contacts, ...person.logins],
  }
  const isAbout = sql`${tickets.studentId} in ${listOf(person.ids, 'uuid')} and ${tickets.authorId} not in ${listOf(person.ids, 'uuid')}`
  const about = await transaction
    .select({ id: tickets.id, content: tickets.contentHtml, answer: tickets.answerHtml })
    .from(tickets)
    .where(isAbout)
    .orderBy(tickets.id)
    .for('update')
  for (const { id, content, answer } of about) {
    const scrubbed = { contentHtml: scrubText(content, words), answerHtml: answer && scrubText(answer, words) }
    await transaction.update(tickets).set(scrubbed).where(eq(tickets.id, id))
    const { rows } = await transaction.execute<{ id: string; content: string }>(
      sql`select id, content_html as content from ticket_messages where ticket_id = ${id}`,
    )
    for (const message of rows)
      await transaction.execute(
        sql`update ticket_messages set content_html = ${scrubText(message.content, words)} where id = ${message.id}`,
      )
  }
}

/** Names in the documents of the person's contracts and payments. */
async function eraseDocuments(transaction: Database, accounts: readonly string[]): Promise<void> {
  const ids = listOf(accounts, 'uuid')
  const own = sql`(select id from contracts where student_id in ${ids} or customer_id in ${ids})`
  const payments = sql`(select id from payments where contract_id in ${own})`
  const statements: SQL[] = [
    sql`delete from contract_signatures where contract_id in ${own}`,
    sql`delete from contract_agreements where contract_id in ${own}`,
    sql`
      delete from signing_agreements where person_id in ${ids} and not exists (
        select from contract_signatures
        where contract_signatures.person_id = signing_agreements.person_id and agreement_hash = signing_agreements.hash)`,
    sql`update operations set payer_name = null where payer_name is not null and (payment_id in ${payments} or payer_id in ${ids})`,
    sql`
      update bank_lines set payer_name = null, purpose = '—'
      where id in (
        select line_id from bank_line_parts where contract_id in ${own} or external_id in (
          select external_id from operations where payer_id in ${ids} and external_id is not null
        )
      )`,
    sql`delete from tax_certificates where applicant_id in ${ids} or student_id in ${ids}`,
    sql`update terminations set reason = '' where contract_id in ${own}`,
    sql`
      update contract_actions set reason = '—', undone_reason = case when undone_reason is not null then '—' end,
        state = jsonb_build_object('detail', '')
      where contract_id in ${own}`,
    sql`
      update refund_requests set note = '—'
      where refund_id in (select id from refunds where checkout_id in (select id from checkouts where payer_id in ${ids}))`,
    sql`
      update payment_differences set note = '—'
      where note is not null and checkout_id in (select id from checkouts where payer_id in ${ids})`,
    // Which applicants could once enter again for a certificate.
    sql`delete from personal_details where user_id in ${ids}`,
    sql`delete from kept_identities where person_id in ${ids}`,
  ]
  for (const statement of statements) await transaction.execute(statement)
}
