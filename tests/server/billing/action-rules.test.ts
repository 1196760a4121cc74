// Database: none.
import { describe, expect, test } from 'vitest'
import {
  actionTable,
  type ContractAction,
  contractActions,
  terminationActions,
  valueSources,
} from '#contract/billing/action-table.ts'
import { declaredCalls } from '#contract/calls.ts'
import {
  contractStatuses,
  operationKinds,
  type PaymentStatus,
  paymentSchemes,
  paymentStatuses,
} from '#contract/enumerations.ts'
import { type Role, roles, rolesOfCheck } from '#contract/roles.ts'
import {
  type ActionFacts,
  findActionObstacle,
  findUndoObstacle,
  type UndoFacts,
} from '#server/billing/actions/rules.ts'
import { findTerminationObstacle } from '#server/billing/terminations/rules.ts'
import { queues } from '#server/queues/queues.ts'

const today = '2026-10-14'
const payment = {
  kind: 'stage',
  amount: 100_000,
  paid: 0,
  dueOn: '2026-10-20',
  isFirst: false,
  documents: [],
  wasReminded: false,
} as const
const contract = {
  isOwn: false,
  held: 50_000,
  isSigned: false,
  hasTermination: false,
  isReturning: false,
  toTransfer: 0,
  hasTransfer: false,
  isProgramme2035: false,
}

/** What is true of a contract in this status whose action is possible, if the table has a cell for it. */
function factsOf(
  action: ContractAction,
  status: (typeof contractStatuses)[number],
  line: PaymentStatus | null,
): ActionFacts {
  const isSettled = action === 'settle-termination'
  const isOfTermination = action === 'withdraw-termination' || isSettled
  return {
    today,
    contract: {
      ...contract,
      status,
      hasTermination: isOfTermination,
      ...(isSettled && { isReturning: true, toTransfer: 1 }),
    },
    payment: line && { ...payment, status: line },
  }
}

const administrator: Role[] = ['administrator']

describe('The table of actions', () => {
  test('decides about every status, action and role', () => {
    const lines = contractStatuses.flatMap((status) =>
      [null, ...paymentStatuses].map((line) => {
        const possible = contractActions.filter(
          (action) => findActionObstacle(action, factsOf(action, status, line), { roles: administrator }) === null,
        )
        return `${status}${line ? ` · ${line}` : ''}: ${possible.join(', ') || '—'}`
      }),
    )
    expect(lines).toEqual([
      'Open: note-paper, end',
      'Open · Open: remind, move, split, mark-paid, mark-error, cancel',
      'Open · Closed: —',
      'Open · Canceled: —',
      'Open · Error: remind, move, split, mark-paid, clear-error, cancel',
      'Open · DeferredPayment: move, split, mark-paid, cancel',
      'Concluded: note-paper, freeze, start-termination, end',
      'Concluded · Open: remind, move, split, mark-paid, mark-error, cancel',
      'Concluded · Closed: —',
      'Concluded · Canceled: —',
      'Concluded · Error: remind, move, split, mark-paid, clear-error, cancel',
      'Concluded · DeferredPayment: move, split, mark-paid, cancel',
      'Frozen: unfreeze, end',
      'Frozen · Open: mark-paid',
      'Frozen · Closed: —',
      'Frozen · Canceled: —',
      'Frozen · Error: mark-paid',
      'Frozen · DeferredPayment: mark-paid',
      'OnTermination: withdraw-termination, settle-termination, end',
      'OnTermination · Open: remind, move, mark-paid, cancel',
      'OnTermination · Closed: —',
      'OnTermination · Canceled: —',
      'OnTermination · Error: remind, move, mark-paid, clear-error, cancel',
      'OnTermination · DeferredPayment: —',
      'Termination: settle-termination',
      'Termination · Open: —',
      'Termination · Closed: —',
      'Termination · Canceled: —',
      'Termination · Error: —',
      'Termination · DeferredPayment: —',
      'NotPaid: —',
      'NotPaid · Open: —',
      'NotPaid · Closed: —',
      'NotPaid · Canceled: —',
      'NotPaid · Error: —',
      'NotPaid · DeferredPayment: —',
    ])
  })

  test('is for roles that may enter the panel, and money is for those who keep the books', () => {
    const allowed = roles.map((role) => [role, contractActions.filter((action) => isAllowed(action, role))] as const)
    const office = contractActions.filter((action) => !['end', 'mark-paid', 'cancel'].includes(action))
    expect(allowed.filter(([, actions]) => actions.length > 0)).toEqual(
      [
        ['super_administrator', contractActions],
        ['administrator', contractActions],
        ['user_manager', office],
      ].sort(([one], [other]) => roles.indexOf(one as Role) - roles.indexOf(other as Role)),
    )
    expect(
      allowed.filter(([, actions]) => actions.length > 0).every(([role]) => rolesOfCheck.admin.includes(role as never)),
    ).toBe(true)
  })

  test('agrees with what a termination needs', () => {
    for (const status of contractStatuses) {
      const facts = {
        hasGroup: true,
        isProgramme2035: false,
        hasComingTransfer: false,
        isPlanned: true,
        latest: today,
        today,
      }
      const isPossible = findTerminationObstacle({ account: { status, lines: [] }, ...facts }) === null
      const isInTable =
        findActionObstacle('start-termination', factsOf('start-termination', status, null), {
          roles: administrator,
        }) === null
      expect([status, isInTable]).toEqual([status, isPossible])
    }
  })

  test('is what the documentation prints', async () => {
    await expect(printed()).toMatchFileSnapshot('../../../docs/contract-actions.md')
  })
})

function isAllowed(action: ContractAction, role: Role): boolean {
  const row = actionTable[action]
  const line = row.of === 'payment' ? (action === 'clear-error' ? 'Error' : 'Open') : null
  const status = row.of === 'contract' ? row.in[0] : 'Concluded'
  return findActionObstacle(action, factsOf(action, status, line), { roles: [role] }) === null
}

describe('An action in its cell', () => {
  const open = factsOf('move', 'Concluded', 'Open')
  const of = (facts: {
    contract?: Partial<ActionFacts['contract']>
    payment?: Partial<NonNullable<ActionFacts['payment']>>
  }): ActionFacts => ({
    today,
    contract: { ...open.contract, ...facts.contract },
    payment: facts.payment ? { ...payment, status: 'Open', ...facts.payment } : null,
  })
  const cases: [
    string,
    ContractAction,
    ActionFacts,
    Parameters<typeof findActionObstacle>[2]['terms'],
    string | null,
  ][] = [
    ['is not of the own contract', 'freeze', of({ contract: { isOwn: true } }), null, 'own'],
    ['notes no second paper', 'note-paper', of({ contract: { isSigned: true } }), null, 'signed'],
    ['notes no paper of tomorrow', 'note-paper', of({}), { action: 'note-paper', signedOn: '2026-10-15' }, 'day'],
    ['freezes until today at least', 'freeze', of({}), { action: 'freeze', until: '2026-10-13' }, 'day'],
    ['freezes for one day', 'freeze', of({}), { action: 'freeze', until: today }, null],
    ['freezes for a year at most', 'freeze', of({}), { action: 'freeze', until: '2027-12-01' }, 'day'],
    ['ends nothing that is being terminated', 'end', of({ contract: { hasTermination: true } }), null, 'termination'],
    ['freezes nothing that is being transferred', 'freeze', of({ contract: { hasTransfer: true } }), null, 'transfer'],
    [
      'starts no termination of the 2035 programme',
      'start-termination',
      of({ contract: { isProgramme2035: true } }),
      null,
      'programme-2035',
    ],
    [
      'notes no transfer where nothing is to be transferred',
      'settle-termination',
      of({ contract: { status: 'OnTermination', hasTermination: true, isReturning: true } }),
      null,
      'termination',
    ],
    ['ends nothing that is being transferred', 'end', of({ contract: { hasTransfer: true } }), null, 'transfer'],
    ['keeps no more than there is', 'end', of({}), { action: 'end', kept: 50_001 }, 'amount'],
    ['keeps all that there is', 'end', of({}), { action: 'end', kept: 50_000 }, null],
    ['is not of what is paid', 'move', of({ payment: { paid: 100_000 } }), null, 'paid'],
    ['reminds once a day', 'remind', of({ payment: { wasReminded: true } }), null, 'reminded'],
    ['reminds of nothing that a fund pays', 'remind', of({ payment: { kind: 'fund' } }), null, 'institution'],
    ['cancels no money', 'cancel', of({ payment: { paid: 1 } }), null, 'has-money'],
    [
      'leaves the payment that concludes',
      'cancel',
      of({ contract: { status: 'Open' }, payment: { isFirst: true } }),
      null,
      'first-payment',
    ],
    ['cancels the first of a concluded one', 'cancel', of({ payment: { isFirst: true } }), null, null],
    ['moves to another day', 'move', of({ payment: {} }), { action: 'move', dueOn: '2026-10-20' }, 'same'],
    ['moves to no past day', 'move', of({ payment: {} }), { action: 'move', dueOn: '2026-10-13' }, 'day'],
    [
      'splits into two',
      'split',
      of({ payment: { paid: 40_000 } }),
      { action: 'split', amount: 60_000, dueOn: '2026-11-01' },
      'amount',
    ],
    [
      'splits what is left',
      'split',
      of({ payment: { paid: 40_000 } }),
      { action: 'split', amount: 59_999, dueOn: '2026-11-01' },
      null,
    ],
    ['splits to no past day', 'split', of({ payment: {} }), { action: 'split', amount: 1, dueOn: '2026-10-01' }, 'day'],
    [
      'books no more than is left',
      'mark-paid',
      of({ payment: {} }),
      { action: 'mark-paid', amount: 100_001, paidOn: today, documentNumber: '5' },
      'amount',
    ],
    [
      'books nothing of tomorrow',
      'mark-paid',
      of({ payment: {} }),
      { action: 'mark-paid', amount: 1, paidOn: '2026-10-15', documentNumber: '5' },
      'day',
    ],
    [
      'books a document once',
      'mark-paid',
      of({ payment: { documents: [`${today}/5`] } }),
      { action: 'mark-paid', amount: 1, paidOn: today, documentNumber: '5' },
      'document',
    ],
  ]
  test.each(cases)('%s', (_, action, facts, terms, obstacle) => {
    expect(findActionObstacle(action, facts, { roles: administrator, terms: terms ?? null })).toBe(obstacle)
  })
})

describe('An entry of the history', () => {
  const moved: UndoFacts = {
    action: 'move',
    isUndone: false,
    isOwn: false,
    contract: 'Concluded',
    isUntouched: true,
    booked: 0,
    today,
    isReturning: false,
    neededBy: today,
    payment: { status: 'Open', amount: 100_000, paid: 0, dueOn: '2026-10-20', free: 0 },
  }
  const line = (more: Partial<NonNullable<UndoFacts['payment']>>) => ({
    payment: { ...moved.payment, ...more } as UndoFacts['payment'],
  })
  const cases: [string, Partial<UndoFacts>, readonly Role[], string | null][] = [
    ['is undone', {}, administrator, null],
    ['is undone once', { isUndone: true }, administrator, 'status'],
    ['is not undone if it was a reminder', { action: 'remind' }, administrator, 'status'],
    ['is undone by who may do it', { action: 'mark-paid' }, ['user_manager'], 'role'],
    ['of the own contract stays', { isOwn: true }, administrator, 'own'],
    ['stays if something has come of it', { isUntouched: false }, administrator, 'same'],
    ['stays once the payment is paid', line({ paid: 100_000 }), administrator, 'paid'],
    ['stays once the contract has ended', { contract: 'Termination' }, administrator, 'status'],
    [
      'gives back what is there',
      { action: 'mark-paid', booked: 100, ...line({ free: 100, status: 'Closed' }) },
      administrator,
      null,
    ],
    [
      'gives back nothing that a refund returns',
      { action: 'mark-paid', booked: 100, ...line({ free: 99 }) },
      administrator,
      'refund',
    ],
    ['restores what is cancelled', { action: 'cancel', ...line({ status: 'Canceled' }) }, administrator, null],
    [
      'restores nothing of an ended contract',
      { action: 'cancel', contract: 'NotPaid', ...line({ status: 'Canceled' }) },
      administrator,
      'status',
    ],
    ['restores no due day that has passed', { neededBy: '2026-10-13' }, administrator, 'day'],
    [
      'asks for no signature that is overdue',
      { action: 'note-paper', contract: 'Open', payment: null, neededBy: '2026-10-13' },
      administrator,
      'day',
    ],
    [
      'restores nothing while a termination is being settled',
      { action: 'cancel', contract: 'OnTermination', isReturning: true, ...line({ status: 'Canceled' }) },
      administrator,
      'termination',
    ],
    ['of a paper is withdrawn', { action: 'note-paper', payment: null }, administrator, null],
    [
      'of a paper stays with an ended contract',
      { action: 'note-paper', contract: 'Termination', payment: null },
      administrator,
      'status',
    ],
  ]
  test.each(cases)('%s', (_, facts, by, obstacle) => {
    expect(findUndoObstacle({ ...moved, ...facts }, by)).toBe(obstacle)
  })
})

describe('Every value of contracts and payments', () => {
  test('comes about by an action, a call or a job', () => {
    const addresses = declaredCalls.map(({ call }) => call.address as string)
    const known = {
      contractStatus: contractStatuses,
      paymentStatus: paymentStatuses,
      operationKind: operationKinds,
      paymentScheme: paymentSchemes,
    }
    for (const [name, values] of Object.entries(known)) {
      const sources: Record<string, { action?: string; call?: string; job?: string }> =
        valueSources[name as keyof typeof known]
      expect(Object.keys(sources).toSorted()).toEqual([...values].toSorted())
      for (const [value, { action, call, job }] of Object.entries(sources)) {
        if (call !== undefined) expect(addresses).toContain(call)
        else if (job !== undefined) expect(Object.keys(queues)).toContain(job)
        else if (name === 'operationKind') expect(contractActions).toContain(action)
        else if (value !== 'DeferredPayment') expect(actionTable[action as ContractAction].to).toContain(value)
      }
    }
  })
})

/** The table as the documentation shows it. */
function printed(): string {
  const rows = contractActions.map((action) => {
    const row = actionTable[action]
    const where =
      row.of === 'contract'
        ? row.in.join(', ')
        : Object.entries(row.in)
            .map(([status, lines]) => `${status}: ${(lines as readonly string[]).join(', ')}`)
            .join('; ')
    const undo = row.undo === 'itself' ? 'its entry' : row.undo === 'none' ? '—' : `\`${row.undo}\``
    return `| \`${action}\` | ${where} | ${row.to.join(', ') || 'stays'} | ${row.roles.join(', ')} | ${undo} |`
  })
  const of = (kind: 'contract' | 'payment') =>
    rows.filter((_, index) => actionTable[contractActions[index] as ContractAction].of === kind)
  const head = (where: string) => [`| action | ${where} | status after | roles | undone by |`, '|---|---|---|---|---|']
  const values = Object.entries(valueSources).flatMap(([name, sources]) =>
    Object.entries(sources).map(([value, source]) => {
      const [kind, what] = Object.entries(source)[0] as [string, string]
      return `| ${name} | ${value} | ${kind} \`${what}\` |`
    }),
  )
  return [
    '# Actions of the staff on contracts and payments',
    '',
    'Made from `contract/billing/action-table.ts` by `tests/server/billing/action-rules.test.ts`. `server/billing/actions/rules.ts` decides by the same table; what it refuses besides is in `actionObstacles`. Every action has a reason, which the customer reads, and an entry in the audit log (decision 122).',
    '',
    '## Contracts',
    '',
    ...head('in status'),
    ...of('contract'),
    '',
    `${terminationActions.map((action) => `\`${action}\``).join(', ')} have calls of their own (decision 116).`,
    '',
    '## Payments',
    '',
    ...head('in status of the contract: of the payment'),
    ...of('payment'),
    '',
    '## Where each value comes from',
    '',
    '| enumeration | value | by |',
    '|---|---|---|',
    ...values,
    '',
  ].join('\n')
}
