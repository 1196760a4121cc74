import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type WorkQueue, workQueues } from '#contract/enumerations.ts'
import type { PendingWork } from '#contract/people/school-work.ts'
import { adminPanelSearch } from '#contract/screen-search.ts'
import { formatQueryString } from '#src/api/query-string.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { formatScore } from '#src/i18n/numbers.ts'
import { MenuButton } from '#src/routes/-flow/menu-button.tsx'
import { RouterLink } from '#src/routes/-flow/router-link.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { LinkTabs } from '#src/ui/data/link-tabs.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { queueLabels } from './queue-labels.ts'

type QueueChoiceProps = {
  current: WorkQueue
  /** Undefined if it could not be read: then all queues are shown without a count. */
  counted: PendingWork | undefined
  /** Filter of the queue. */
  children: ReactNode
}

/** Which queue is shown: those that wait, with how much, before the empty ones. */
export function QueueChoice({ current, counted, children }: QueueChoiceProps) {
  const { t, i18n } = useLingui()
  const { search, replace } = useScreenSearch('admin')
  const counts = new Map(counted?.queues.map(({ queue, count }) => [queue, count]))
  const isFilled = (queue: WorkQueue) => counted === undefined || counts.has(queue)
  const empty = workQueues.filter((queue) => !isFilled(queue) && queue !== current)
  const emptyCount = empty.length
  const shown = workQueues.filter((queue) => !empty.includes(queue))
  const nameOf = (queue: WorkQueue) => i18n._(labelOf(queueLabels, queue))
  const countOf = (queue: WorkQueue) => counted && formatScore(counts.get(queue) ?? 0, i18n.locale)
  const addressOf = (queue: WorkQueue) =>
    `/adm-panel${formatQueryString(adminPanelSearch({ tab: 'queues', queue, filter: search.filter }))}`
  return (
    <Responsive
      from="lg"
      narrow={
        <div className="mb-sm flex items-center gap-xs print:hidden">
          <div className="min-w-0 flex-1">
            <Select
              aria-label={t`Очередь`}
              value={current}
              onChange={({ target }) => replace({ queue: target.value as WorkQueue })}
            >
              {shown.map((queue) => (
                <option key={queue} value={queue}>
                  {[nameOf(queue), countOf(queue)].filter(Boolean).join(': ')}
                </option>
              ))}
              {empty.length > 0 && (
                <optgroup label={t`Пустые`}>
                  {empty.map((queue) => (
                    <option key={queue} value={queue}>
                      {nameOf(queue)}
                    </option>
                  ))}
                </optgroup>
              )}
            </Select>
          </div>
          {children}
        </div>
      }
      wide={
        <LinkTabs
          label={t`Очередь`}
          Link={RouterLink}
          current={current}
          tabs={shown.map((queue) => ({
            key: queue,
            href: addressOf(queue),
            label: (
              <span className="flex gap-xs">
                {nameOf(queue)}
                <span className="font-normal tabular-nums">{countOf(queue)}</span>
              </span>
            ),
          }))}
          end={
            <>
              {children}
              {empty.length > 0 && (
                <MenuButton
                  groups={[
                    {
                      key: 'empty',
                      entries: empty.map((queue) => ({
                        key: queue,
                        title: nameOf(queue),
                        href: addressOf(queue),
                        Link: RouterLink,
                      })),
                    },
                  ]}
                >
                  <span>
                    <Trans>Ещё {emptyCount}</Trans>{' '}
                    <VisuallyHidden>
                      <Plural
                        value={emptyCount}
                        one="очередь без дел"
                        few="очереди без дел"
                        many="очередей без дел"
                        other="очереди без дел"
                      />
                    </VisuallyHidden>
                  </span>
                  <Icon name="arrow-down" size={16} />
                </MenuButton>
              )}
            </>
          }
        />
      }
    />
  )
}
