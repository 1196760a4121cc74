import { type SQL, sql } from 'drizzle-orm'
import { type GuardianRight, rightsOfPreset } from '#contract/people/guardian-rights.ts'
import { type Role, rolesOfGroup } from '#contract/roles.ts'
import { isNotEnded } from '#server/access/ended-guardianships.ts'
import { findRightsOfPairs, isMadeByCode, ofPair } from '#server/access/family-rights.ts'
import { decidedForAge } from '#server/access/rights-of-adults.ts'
import { noteRights, type RightsChange } from '#server/account-control/note-rights.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { type Format, type ImportContext, ownSource } from '#server/integration/format-types/format.ts'
import type { Reason } from '#server/integration/format-types/reasons.ts'
import { setRoles } from '#server/roles/set-roles.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { closeInstalments } from './close-instalments.ts'

export type UnitFault = { file: string; line: number; column: string; reason: Reason; value: string }

/** Begins a transaction that imports: one at a time, without a time limit, with a table of the rows that were read. */
export async function beginImport(transaction: Database): Promise<void> {
  await transaction.execute(sql`set local statement_timeout = 0`)
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('import'))`)
  await transaction.execute(
    sql`create temp table if not exists import_seen (collection text, external_id text, line int, primary key (collection, external_id)) on commit drop`,
  )
}

/**
 * Sets what follows from several rows of these formats: roles, guardians, teachers and paid instalments. Returns what
 * contradicts itself.
 */
export async function finishUnit(
  transaction: Database,
  context: ImportContext,
  unit: readonly Format[],
): Promise<UnitFault[]> {
  const { touched, now, timeZone } = context
  const appointed = touched.roles.size > 0 ? await assignRoles(transaction, context) : []
  if (touched.teachers.size > 0) await assignTeachers(transaction, touched.teachers)
  if (touched.payments.size > 0) await closeInstalments(transaction, [...touched.payments], { now, timeZone })
  const faults = [...appointed, ...(await assignGuardians(transaction, context))]
  const changes = await findRightsOfPairs(transaction, [...context.formerRights.values()])
  await noteRights(transaction, changes, { now, timeZone, command: 'import' })
  context.formerRights.clear()
  for (const ids of Object.values(touched)) ids.clear()
  const hasTotals = unit.some(({ table }) => table === contracts || table === payments)
  return hasTotals ? [...faults, ...(await findWrongTotals(transaction, context))] : faults
}

/** Returns the changes of rights that this import may not make. */
async function assignRoles(
  transaction: Database,
  { source, touched, now, mayAppoint }: ImportContext,
): Promise<UnitFault[]> {
  const { rows } = await transaction.execute<{ userId: string; roles: Role[] }>(sql`
    select touched.id as "userId", array_remove(array_agg(distinct attributes ->> 'role'), null) as roles
    from ${listOf([...touched.roles], 'text')} as touched left join external_ids
      on collection = 'roles' and not is_gone and attributes ->> 'userId' = touched.id
    group by touched.id
  `)
  const changes = await setRoles(transaction, 'import', rows, { now, command: 'import' })
  const refused = mayAppoint ? [] : changes.filter(({ role }) => rolesOfGroup.admin.includes(role))
  if (refused.length === 0) return []
  const { rows: lines } = await transaction.execute<{ userId: string; line: number }>(sql`
    select attributes ->> 'userId' as "userId", min(line) as line
    from external_ids join import_seen using (collection, external_id)
    where source = ${source} and collection = 'roles' group by 1`)
  const lineOf = new Map(lines.map(({ userId, line }) => [userId, line]))
  return refused.map(({ userId, role }) => ({
    file: 'roles.csv',
    line: lineOf.get(userId) ?? 0,
    column: 'role',
    reason: 'appoints',
    value: role,
  }))
}

/** Faults that `--skip-faulty` cannot skip, because they belong to no single row. */
export function isOfUnit({ reason }: UnitFault): boolean {
  return reason === 'not-the-total' || reason === 'appoints'
}

async function assignTeachers(transaction: Database, groups: ReadonlySet<string>): Promise<void> {
  await transaction.execute(sql`
    update study_groups set teacher_id = found.teacher_id from (
      select distinct on (touched.id) touched.id, (attributes ->> 'teacherId')::uuid as teacher_id
      from ${listOf([...groups], 'text')} as touched left join external_ids on collection = 'enrollments' and target is null
        and not is_gone and attributes ->> 'groupId' = touched.id
      order by touched.id, (attributes ->> 'isPrimary')::boolean desc nulls last, external_id
    ) as found where study_groups.id = found.id::uuid
  `)
}

type FormerRights = Omit<RightsChange, 'after'>

const formerRights = sql`guardianships.guardian_id as "guardianId", guardianships.child_id as "childId", ${ofPair} as before`

/** Remembers the rights of pairs before the first change of the unit. */
function rememberRights({ formerRights: known }: ImportContext, former: readonly FormerRights[]): void {
  for (const pair of former) {
    const key = `${pair.guardianId} ${pair.childId}`
    if (!known.has(key)) known.set(key, pair)
  }
}

export type FormerAgent = { user_id: string; agent: string }

/** Ends what a row no longer lists, but for pairs that the other person lists: they keep their rights. */
export async function removeGuardians(
  transaction: Database,
  former: readonly FormerAgent[],
  context: ImportContext,
): Promise<void> {
  if (former.length === 0) return
  const { source } = context
  const { rows } = await transaction.execute<FormerRights>(sql`
    delete from guardianships using json_to_recordset(${JSON.stringify(former)}::json) as former (user_id uuid, agent text)
      join external_ids on source in (${source}, ${ownSource}) and collection = 'users' and external_id = agent
    where (guardian_id, child_id) in ((user_id, key::uuid), (key::uuid, user_id)) and not exists (
      select from external_ids as other join external_ids as owner on owner.collection = 'users' and owner.key = user_id::text
      where other.collection = 'users' and other.key = external_ids.key and not other.is_gone
        and other.attributes -> 'agents' @> to_jsonb(owner.external_id)
    ) returning ${formerRights}`)
  rememberRights(context, rows)
}

const rightColumns = sql`sees_learning, sees_contracts, pays, enrols, writes, is_notified`

/** The columns of `rightColumns` from rights as JSON. */
function rightsOf(rights: SQL): SQL {
  const names = ['seesLearning', 'seesContracts', 'pays', 'enrols', 'writes', 'isNotified'] satisfies GuardianRight[]
  return sql.join(
    names.map((name) => sql`(${rights} ->> ${name}::text)::boolean`),
    sql`, `,
  )
}

/** A pair may be listed by the child, by the guardian, or by both; of the two, the child is the one with a student's role. */
async function assignGuardians(transaction: Database, context: ImportContext): Promise<UnitFault[]> {
  const { source, touched, newGuardian, now, timeZone } = context
  const today = dayInZone(now, timeZone)
  if (touched.guardians.size === 0) return []
  const people = listOf([...touched.guardians], 'text')
  const studentRoles = sql.raw(rolesOfGroup.student.map((role) => `'${role}'`).join(', '))
  const isStudent = (id: string) =>
    sql`exists (select from user_roles where user_id = ${sql.raw(id)} and role in (${studentRoles}))`
  const listed = sql`
    select owners.external_id, owners.key::uuid as user_id, agent, agents.key::uuid as agent_id,
      (select item -> 'rights' from jsonb_array_elements(nullif(owners.attributes -> 'agentRights', 'null')) as item
        where item ->> 'agent' = agent limit 1) as rights
    from external_ids as owners, jsonb_array_elements_text(owners.attributes -> 'agents') as agent
      left join external_ids as agents on agents.source in (${source}, ${ownSource}) and agents.collection = 'users' and agents.external_id = agent
    where owners.source = ${source} and owners.collection = 'users' and jsonb_typeof(owners.attributes -> 'agents') = 'array'`
  await transaction.execute(sql`create temp table import_pairs on commit drop as
    select external_id, agent, agent_id is null as is_unknown, isChild as is_child, rights,
      case when isChild then user_id else agent_id end as child_id, case when isChild then agent_id else user_id end as guardian_id
    from (select *, ${isStudent('listed.user_id')} or not ${isStudent('listed.agent_id')} as isChild from (${listed}) as listed) as listed
    where user_id::text in (select id from ${people} as touched) or agent_id::text in (select id from ${people} as touched)`)
  const { rows: ended } = await transaction.execute<FormerRights>(sql`
    delete from guardianships where child_id::text in (select id from ${people} as touched)
      and (guardian_id, child_id) not in (select guardian_id, child_id from import_pairs where not is_unknown)
      and not ${isMadeByCode}
    returning ${formerRights}`)
  const { rows: made } = await transaction.execute<{ pair: string }>(sql`
    insert into guardianships (guardian_id, child_id, ${rightColumns})
    select guardian_id, child_id, ${rightsOf(sql`${JSON.stringify(newGuardian ?? rightsOfPreset.full)}::jsonb`)}
    from (select distinct guardian_id, child_id from import_pairs where not is_unknown and guardian_id <> child_id) as pairs
    where ${isNotEnded(sql`pairs`)}
    on conflict do nothing returning jsonb_build_array(guardian_id, child_id)::text as pair`)
  // Of two rows that name the rights, that of the child counts. What a row named before stays as the school has set it since.
  const isNamedAnew = sql`jsonb_build_array(named.user_id, agent) in (select id::jsonb from ${listOf([...touched.namedRights], 'text')} as touched)`
  const isNew = sql`jsonb_build_array(named.guardian_id, named.child_id) in
    (select id::jsonb from ${listOf([...new Set(made.map(({ pair }) => pair))], 'text')} as made)`
  const named = sql`(
      select distinct on (guardian_id, child_id) guardian_id, child_id, agent, rights,
        case when is_child then child_id else guardian_id end as user_id
      from import_pairs where not is_unknown and rights is not null order by guardian_id, child_id, is_child desc
    ) as named`
  const isNamed = sql`named.guardian_id = guardianships.guardian_id and named.child_id = guardianships.child_id`
  const { rows: changing } = await transaction.execute<FormerRights>(sql`
    select ${formerRights} from guardianships, ${named} where ${isNamed} and ${isNamedAnew} and not ${isNew}
    order by 1, 2 for update of guardianships`)
  await transaction.execute(sql`
    update guardianships set (${rightColumns}) = (select ${rightsOf(sql`named.rights`)}), rights_before_age = null, is_set_by_school = true,
      age_applied_at = ${decidedForAge(today, now)}
    from ${named} where ${isNamed} and (${isNamedAnew} or ${isNew})`)
  rememberRights(context, [...ended, ...changing])
  const { rows } = await transaction.execute<{ line: number; agent: string; isUnknown: boolean }>(sql`
    select coalesce(line, 0) as line, agent, is_unknown as "isUnknown" from import_pairs as pairs
      left join import_seen on collection = 'users' and import_seen.external_id = pairs.external_id
    where is_unknown or guardian_id = child_id or exists (
      select from guardianships where guardianships.guardian_id = pairs.child_id and guardianships.child_id = pairs.guardian_id
    ) order by 1`)
  await transaction.execute(sql`drop table import_pairs`)
  return rows.map(({ line, agent, isUnknown }) => {
    const reason = isUnknown ? 'unknown' : 'cycle'
    return { file: 'users.csv', line, column: 'agentSourcedIds', reason, value: agent }
  })
}

/** The database checks this only at the end of a transaction, and does not say which contract it is. */
async function findWrongTotals(transaction: Database, { source }: ImportContext): Promise<UnitFault[]> {
  const { rows } = await transaction.execute<{ line: number; number: string }>(sql`
    select coalesce(line, 0) as line, number from contracts
      left join external_ids on source = ${source} and external_ids.collection = 'contracts' and key = contracts.id::text
      left join import_seen on import_seen.collection = 'contracts' and import_seen.external_id = external_ids.external_id
    where total <> (select coalesce(sum(amount), 0) from payments where contract_id = contracts.id) order by 1
  `)
  return rows.map(({ line, number }) => ({
    file: 'contracts.csv',
    line,
    column: 'total',
    reason: 'not-the-total',
    value: number,
  }))
}

/**
 * After all units: places that are taken. A place is taken as in
 * `enrolment/groups/places.ts`: before a transfer takes effect in both groups, during a freeze, which ends the membership, and
 * by an enrolment from the first day, although a paid one has no contract yet. The locks keep a place that a family takes
 * meanwhile from being lost.
 */
export async function countPlaces(transaction: Database, { now, timeZone }: ImportContext): Promise<void> {
  await transaction.execute(sql`select from study_groups order by id for no key update`)
  await transaction.execute(sql`
    update study_groups set places_taken = counted.taken, places_total = greatest(places_total, counted.taken)
    from (
      select study_groups.id, count(taker)::int as taken from study_groups left join (
        select group_id, student_id as taker from group_memberships
        where left_on is null or left_on > ${dayInZone(now, timeZone)}::date
        union select from_group_id, student_id from transfers where state = 'coming'
        union select group_id, student_id from contracts where status in ('Open', 'Frozen')
        union select enrolments.group_id, enrolments.student_id from enrolments join baskets using (opportunity_id)
        where not exists (select from contracts where enrolment_id = enrolments.id)
        union select group_id, id from waiting_list_entries where state = 'held'
      ) as takers on group_id = study_groups.id group by study_groups.id
    ) as counted
    where counted.id = study_groups.id and places_taken <> counted.taken
  `)
}

/**
 * The next letter and certificate come after the highest number of the table, `Р-2026-000123` and `2026-000123`. A rollback
 * does not restore a sequence, so a dry run must not do this.
 */
export async function raiseNumbers(transaction: Database): Promise<void> {
  for (const [sequence, table] of [
    ['ticket_numbers', 'tickets'],
    ['certificate_numbers', 'tax_certificates'],
  ] as const)
    await transaction.execute(
      sql.raw(`
        select setval('${sequence}', highest) from ${sequence},
          (select max(substring(number from '[0-9]{4}-([0-9]{6,15})$')::bigint) as highest from ${table}) as numbers
        where highest > last_value or (highest = last_value and not is_called)`),
    )
}
