import { Plural, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { lessonStateWords } from '#src/i18n/lesson-words.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ChangedTime } from '#src/routes/-frame/changed-time.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import type { Change } from '#src/school/changes.ts'
import type { ChildTags } from '#src/school/children.ts'
import { Button } from '#src/ui/button.tsx'

/** What stands there before somebody asks for the rest. */
const mostShown = 3

type ChangeListProps = { fresh: readonly Change[]; tags: ChildTags }

/** The newest of them, each of which opens its item. */
export function ChangeList({ fresh, tags }: ChangeListProps) {
  const [isWhole, setWhole] = useState(false)
  const hidden = isWhole ? 0 : fresh.length - mostShown
  return (
    <div className="pb-sm">
      <ul>
        {fresh.slice(0, fresh.length - Math.max(0, hidden)).map((change) => (
          <li key={change.itemUuid}>
            <ChangeRow change={change} tags={tags} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <span className="-mx-sm block">
          <Button variant="quiet" size="small" onClick={() => setWhole(true)}>
            <Plural
              value={hidden}
              one="Ещё # изменение"
              few="Ещё # изменения"
              many="Ещё # изменений"
              other="Ещё # изменения"
            />
          </Button>
        </span>
      )}
    </div>
  )
}

function ChangeRow({ change, tags }: { change: Change; tags: ChildTags }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { open } = useAddress('schedule')
  const { itemUuid, startsAt, state, students } = change
  const names = students.flatMap((uuid) => tags.get(uuid)?.name ?? [])
  const isCancelled = state === 'cancelled'
  return (
    <button
      type="button"
      onClick={() => open({ date: dates.dayOf(startsAt), item: itemUuid })}
      className="-mx-xs flex w-[calc(100%+16px)] flex-wrap items-baseline gap-x-xs rounded px-xs py-xxs text-left text-sm transition-colors hover:bg-surface-hover"
    >
      <span className="font-medium">{change.subject ?? change.title}</span>
      {names.length > 0 && <span className="text-ink-muted">{names.join(', ')}</span>}
      <span className={isCancelled ? 'text-ink-error' : 'text-ink-warning'}>
        {i18n._(wordsFor(lessonStateWords, state))}
      </span>
      <ChangedTime change={change} />
    </button>
  )
}
