import { Plural, useLingui } from '@lingui/react/macro'
import type { ActionPreview } from '#contract/billing/contract-actions.ts'
import type { RowResult } from '#src/machines/contract-action.ts'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { takeFocusAtTop } from '#src/ui/removed-focus.ts'
import { ObstructedRows, type Payments } from './action-effects.tsx'

type ActionResultsProps = {
  results: readonly RowResult[]
  obstructed: readonly ActionPreview[]
  payments: Payments
}

/** What became of each row. */
export function ActionResults({ results, obstructed, payments }: ActionResultsProps) {
  const { t } = useLingui()
  const done = results.filter(({ refusal }) => refusal === null).length
  return (
    <div ref={takeFocusAtTop} tabIndex={-1} className="flex flex-col gap-base focus-visible:outline-none">
      <Notice
        tone={done === results.length ? 'success' : 'warning'}
        role="status"
        title={
          <Plural
            value={done}
            _0="Ничего не сделано"
            one="Сделано: # договор"
            few="Сделано: # договора"
            many="Сделано: # договоров"
            other="Сделано: # договора"
          />
        }
      />
      <List>
        {results.map(({ number, refusal }, index) => (
          <ListItem
            // biome-ignore lint/suspicious/noArrayIndexKey: a contract may have several rows, and rows are only added
            key={index}
            title={number}
            note={refusal && <ProblemMessage type={refusal.type} />}
            end={<Badge tone={refusal ? 'error' : 'success'}>{refusal ? t`не сделано` : t`сделано`}</Badge>}
          />
        ))}
      </List>
      <ObstructedRows rows={obstructed} payments={payments} />
    </div>
  )
}
