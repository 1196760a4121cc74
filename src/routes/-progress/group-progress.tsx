import { Trans, useLingui } from '@lingui/react/macro'
import type { Progress, ProgressGroup } from '#contract/learning.ts'
import { progressQuery } from '#src/api/progress.ts'
import { separator } from '#src/i18n/separator.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { aspects } from '#src/school/progress.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { AspectCard } from './aspect-card.tsx'
import { LessonList } from './lesson-list.tsx'
import { GroupSkeleton } from './skeleton.tsx'

type GroupProgressProps = { group: ProgressGroup; name: string | undefined }

/** A child in a group: figures with their charts, and the lessons. */
export function GroupProgress({ group: { studentUuid, groupId, title, subject }, name }: GroupProgressProps) {
  return (
    <Loaded query={progressQuery(studentUuid, groupId)} skeleton={<GroupSkeleton />}>
      {(progress) => (
        <>
          <header className="mb-base">
            <h2 className="text-xl">{title}</h2>
            <p className="text-ink-muted">{[name, subject].filter(Boolean).join(separator)}</p>
          </header>
          <InFigures progress={progress} />
          {progress.items.length > 0 && <LessonList items={progress.items} />}
        </>
      )}
    </Loaded>
  )
}

function InFigures({ progress }: { progress: Progress }) {
  const { t } = useLingui()
  if (progress.months.length === 0) {
    return (
      <Card>
        <EmptyState icon="calendar" title={t`Занятий ещё не было`}>
          <Trans>После первого занятия здесь появятся посещаемость, домашние работы и тесты.</Trans>
        </EmptyState>
      </Card>
    )
  }
  return (
    <section aria-label={t`Итоги`} className="grid items-stretch gap-base lg:grid-cols-3">
      {aspects.map((aspect) => (
        <AspectCard key={aspect} aspect={aspect} progress={progress} />
      ))}
    </section>
  )
}
