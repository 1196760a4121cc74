import type { OwnJoinPreview } from '#contract/people/account-joins.ts'
import { anna } from '#tests/models/sample-users.ts'

export const otherAccount = { id: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1a09', phone: '+79997654321' } as const

const side = { patronym: null, status: 'active', lastSignInAt: null } as const
/** The same name, and an email that this account has not. */
export const joinPreview: OwnJoinPreview = {
  obstacle: null,
  accounts: {
    kept: {
      ...side,
      id: anna.id,
      firstName: 'Анна',
      lastName: 'Белова',
      email: null,
      phone: anna.phone,
      roles: ['parent'],
    },
    joined: {
      ...side,
      id: otherAccount.id,
      firstName: 'Анна',
      lastName: 'Белова',
      email: 'anna@example.org',
      phone: otherAccount.phone,
      roles: ['student'],
    },
    moves: [{ kind: 'children', count: 2 }],
    stays: [],
  },
}
