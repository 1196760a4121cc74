import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { signInIssuers } from '#server/db/schema/identity.ts'
import type { ImportContext, Row, RowFault } from '#server/integration/format-types/format.ts'

type Found = { id: string; name: string; isMapped: boolean }

/**
 * Finds people who are here already, by an id of the school's records, the account, the email or the phone (decision
 * 049). An email or a phone of another person is a fault, because sign-ins are matched by them.
 */
export async function matchUsers(
  transaction: Database,
  rows: readonly Row[],
  { source }: ImportContext,
): Promise<RowFault[]> {
  const owners = await findOwners(transaction, rows, source)
  const inBatch = new Map<string, Row>()
  return rows.flatMap((row): RowFault[] => {
    const marks = marksOf(row)
    const people = new Map(
      [...marks.keys()].flatMap((mark) => owners.get(mark) ?? []).map((found) => [found.id, found]),
    )
    if (row.key === null) {
      const [person, ...others] = [...people.values()].filter(({ isMapped }) => !isMapped)
      if (others.length > 0) return [{ row, column: '', reason: 'several-people' }]
      if (person) Object.assign(row, { key: person.id, isNew: false })
    }
    for (const [mark, column] of marks) {
      if (!['email', 'sms', 'metadata.sub'].includes(column)) continue
      const another = inBatch.get(mark)
      if (another) return [{ row, column, reason: 'of-another', value: mark.slice(mark.indexOf(' ') + 1) }]
      inBatch.set(mark, row)
      const owner = owners.get(mark)?.find(({ id }) => id !== row.key)
      if (!owner) continue
      const value = mark.slice(mark.indexOf(' ') + 1)
      if (column !== 'metadata.sub') return [{ row, column, reason: 'of-another', value }]
      return [{ row, column, reason: 'account-of-another', value: `${value}: ${owner.name}` }]
    }
    return []
  })
}

/** What identifies the person of a row, with the column that holds it. */
function marksOf({ sourcedId, values: { email, phone, subject, externalId, crmUuid } }: Row): Map<string, string> {
  const marks: [string, unknown, string][] = [
    ['id', sourcedId, 'sourcedId'],
    ['id', externalId, 'metadata.externalId'],
    ['id', crmUuid, 'metadata.crmUuid'],
    ['sub', subject, 'metadata.sub'],
    ['email', typeof email === 'string' ? email.toLowerCase() : email, 'email'],
    ['phone', phone, 'sms'],
  ]
  return new Map(marks.flatMap(([kind, value, column]) => (value ? [[`${kind} ${value}`, column]] : [])))
}

async function findOwners(transaction: Database, rows: readonly Row[], source: string): Promise<Map<string, Found[]>> {
  const marks = JSON.stringify(rows.flatMap((row) => [...marksOf(row).keys()].map((mark) => mark.split(/ (.*)/s))))
  const { rows: found } = await transaction.execute<Found & { mark: string }>(sql`
    with marks as (select distinct mark ->> 0 as kind, mark ->> 1 as value from json_array_elements(${marks}::json) as mark),
    owners as (
      select users.id, kind, value from marks join users on external_id = value where kind = 'id'
      union select users.id, kind, value from marks join users on crm_uuid::text = value where kind = 'id'
      union select coalesce(joined_into, users.id), kind, value from marks join users on subject = value where kind = 'sub'
        and issuer is not distinct from (select issuer from ${signInIssuers} order by used_since desc limit 1)
      union select users.id, kind, value from marks join users on lower(email) = value where kind = 'email'
      union select users.id, kind, value from marks join users on phone = value where kind = 'phone'
    )
    select id, kind || ' ' || value as mark, (select concat_ws(' ', last_name, first_name) from users where id = owners.id) as name, exists (
      select from external_ids where source = ${source} and collection = 'users' and key = owners.id::text
    ) as "isMapped" from owners
  `)
  const owners = new Map<string, Found[]>()
  for (const { mark, ...person } of found) owners.set(mark, [...(owners.get(mark) ?? []), person])
  return owners
}
