// Database: none.
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { findUserReferences } from '#server/access/user-references.ts'
import { erasureSteps } from '#server/erasure/erasure-steps.ts'
import { sections } from '#server/personal-data/sections/all-sections.ts'
import { tablesOfPeople, tablesWithoutPeople } from '#server/personal-data/tables.ts'

const schema = import.meta.glob<Record<string, unknown>>('../../../server/db/schema/*.ts', { eager: true })

function nameOf(table: PgTable): string {
  const { name, schema: space } = getTableConfig(table)
  return space ? `${space}.${name}` : name
}

const tables = [
  ...new Set(
    Object.values(schema)
      .flatMap((module) => Object.values(module))
      .filter((value) => is(value, PgTable))
      .map(nameOf),
  ),
].sort()

test('every table is named once: with data of people, or without', () => {
  expect(tables.length).toBeGreaterThan(90)
  expect([...Object.keys(tablesOfPeople), ...tablesWithoutPeople].sort()).toEqual(tables)
})

test('a table that refers to a user has data of people', () => {
  const referring = findUserReferences().map(({ table }) => nameOf(table))
  expect(referring.filter((name) => tablesWithoutPeople.includes(name))).toEqual([])
})

test('the tables that are exported are those of the sections of the copy', () => {
  const inSections = Object.values(sections).flatMap((section) => section.tables.map(nameOf))
  const exported = Object.entries(tablesOfPeople).flatMap(([name, table]) => (table.exported === true ? [name] : []))
  expect([...new Set(inSections)].sort()).toEqual(exported.sort())
})

test('the tables that are erased are those of the steps, which also empty a part of what is kept', () => {
  const inSteps = new Set(erasureSteps.map(({ table }) => table))
  const rows = Object.entries(tablesOfPeople)
  expect(rows.filter(([name, { erased }]) => erased === true && !inSteps.has(name)).map(([name]) => name)).toEqual([])
  const mayBeKept = rows.flatMap(([name, { erased }]) => (erased === true || 'kept' in erased ? [name] : []))
  expect([...inSteps].filter((name) => !mayBeKept.includes(name))).toEqual([])
})
