import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { attentionKinds } from '#contract/enumerations.ts'
import type { Attention, ProgressOverview } from '#contract/learning.ts'
import type { Child } from '#contract/shapes.ts'
import { Card } from '#src/ui/card.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { ShowMore } from '#src/ui/show-more.tsx'
import { AttentionRow } from './attention-row.tsx'

const atFirst = 6

type Person = { child: Child; progress: ProgressOverview }

/** What needs attention over all children, the most pressing first. */
export function AttentionList({ people }: { people: readonly Person[] }) {
  const { t } = useLingui()
  const [isWhole, setWhole] = useState(false)
  const all = inOrder(people)
  const shown = isWhole ? all : all.slice(0, atFirst)
  return (
    <section>
      <h2 className="mb-base text-xl">
        <Trans>Что требует внимания</Trans>
      </h2>
      {all.length === 0 ? (
        <Notice tone="success" title={<Trans>Всё идёт своим чередом</Trans>}>
          <Trans>Нет ни просроченных работ, ни пропусков подряд, ни тестов хуже обычного.</Trans>
        </Notice>
      ) : (
        <Card padding="flush">
          <ul className="divide-y divide-line-soft">
            {shown.map(({ child, attention, subject }) => (
              <li key={`${child.uuid} ${attention.groupId} ${attention.kind}`}>
                <AttentionRow child={child} attention={attention} subject={subject} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {shown.length < all.length && (
        <ShowMore
          status={
            <Plural
              value={all.length - shown.length}
              one="Ещё # повод"
              few="Ещё # повода"
              many="Ещё # поводов"
              other="Ещё # повода"
            />
          }
          label={t`Показать все`}
          onMore={() => setWhole(true)}
        />
      )}
    </section>
  )
}

/** Each child’s come in order; over all children the kind decides first. */
function inOrder(people: readonly Person[]) {
  const rank = ({ kind }: Attention) => (attentionKinds as readonly string[]).indexOf(kind)
  return people
    .flatMap(({ child, progress: { attention, groups } }) =>
      attention.map((each) => ({
        child,
        attention: each,
        subject: groups.find(({ groupId }) => groupId === each.groupId)?.subject ?? '',
      })),
    )
    .sort((one, other) => rank(one.attention) - rank(other.attention))
}
