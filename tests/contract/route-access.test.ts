import { describe, expect, test } from 'vitest'
import { groupsHeld, type Role, type RoleGroup, roles } from '#contract/roles.ts'
import { decideAccess } from '#contract/route-access.ts'
import { type Screen, screens } from '#contract/screens.ts'

// Where each role lands is tested by tests/routes/layout/route-guard.test.tsx through the whole app; here is what it does not show.
const at = (name: Screen['name'], held: readonly Role[], group: RoleGroup | null, isImpersonating = false) =>
  decideAccess(screens[name], { roles: held, group, isImpersonating })

describe('A screen that is for some role groups (D-8, D-11)', () => {
  const expected: Partial<Record<Screen['name'], readonly RoleGroup[]>> = {
    progress: ['parent'],
    messages: ['parent', 'student', 'teacher'],
    homework: ['parent', 'student'],
    '2035': ['parent', 'student'],
    purchase: ['parent', 'student'],
    schedule: ['parent', 'student'],
    'schedule-change': ['parent', 'student'],
    'grade-book': ['parent', 'student'],
    'parent-home-page': ['parent'],
  }
  const names = Object.keys(screens) as Screen['name'][]

  test.each(names)('%s has something for exactly these groups', (name) => {
    for (const role of roles) {
      const [group] = groupsHeld([role])
      const landing = at(name, [role], group ?? null)
      if (landing.screen !== name || group === undefined) continue
      expect([role, landing.isForOtherGroup]).toEqual([role, expected[name]?.includes(group) === false])
    }
  })

  test('has nothing for a person without a role, and asks a visitor to sign in by its own calls (D-6)', () => {
    expect(at('grade-book', [], null)).toEqual({ screen: 'grade-book', isForOtherGroup: true })
    expect(decideAccess(screens['grade-book'], null)).toEqual({ screen: 'grade-book', isForOtherGroup: false })
  })

  test('goes by the selected group, whatever else is held', () => {
    const held: readonly Role[] = ['parent', 'teacher']
    expect(at('grade-book', held, 'parent').isForOtherGroup).toBe(false)
    expect(at('grade-book', held, 'teacher').isForOtherGroup).toBe(true)
  })
})

test('redirects an impersonating administrator from the panel to the user’s home page (D-5, D-13)', () => {
  expect(at('admin', ['parent'], 'parent', true).screen).toBe('parent-home-page')
  expect(at('admin', ['student'], 'student', true).screen).toBe('contracts-and-payments')
  expect(at('admin', ['administrator'], 'admin').screen).toBe('admin')
})
