import { expect, test } from 'vitest'
import { problemMessages } from '#src/i18n/problem-messages.ts'

test('explains each type of error in words of its own', () => {
  const typesOf = Map.groupBy(Object.entries(problemMessages), ([, { id }]) => id)
  const shared = [...typesOf.values()].filter((types) => types.length > 1)
  expect(shared).toEqual([])
})
