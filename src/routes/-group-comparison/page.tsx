import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useRef } from 'react'
import type { ComparedGroup, CourseStudent } from '#contract/enrolment/catalog.ts'
import { groupsQuery } from '#src/api/catalog.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { CatalogHeading } from '#src/routes/-flow/enrolment/catalog-heading.tsx'
import { useStudentsOfGroups, useVisitorKind } from '#src/routes/-flow/enrolment/enrolment-context.ts'
import { useGroupComparison } from '#src/routes/-flow/enrolment/use-group-comparison.ts'
import { ChildSwitcher } from '#src/routes/-flow/filters/child-switcher.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { useCopy } from '#src/routes/-flow/use-copy.ts'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { ComparisonTable } from './comparison-table.tsx'

export default function GroupComparisonPage() {
  const title = useScreenTitle()
  const { search } = useScreenSearch('group-comparison')
  const { groups = [] } = search
  return (
    <>
      <CatalogHeading actions={groups.length > 0 && <PageActions />}>{title('group-comparison')}</CatalogHeading>
      {groups.length === 0 ? <NothingToCompare /> : <Comparison groups={groups} />}
    </>
  )
}

function PageActions() {
  const printPage = useRouteContext({ from: '__root__', select: (context) => context.printPage })
  const { isCopied, copy } = useCopy()
  return (
    <>
      <Button icon={<Icon name={isCopied ? 'check' : 'link'} />} onClick={() => copy(location.href)}>
        <span role="status">{isCopied ? <Trans>Ссылка скопирована</Trans> : <Trans>Скопировать ссылку</Trans>}</span>
      </Button>
      <Button variant="quiet" icon={<Icon name="print" />} onClick={printPage}>
        <Trans>Печать</Trans>
      </Button>
    </>
  )
}

type ComparisonProps = { groups: readonly string[] }

function Comparison({ groups }: ComparisonProps) {
  // The table stays while a group is taken out.
  const result = useQuery({ ...groupsQuery(groups), placeholderData: keepPreviousData })
  const isBuyer = useVisitorKind() === 'buyer'
  return (
    <QueryState result={result} skeleton={<SkeletonBlock size="large" />}>
      {(found) => {
        const shown = found.filter(({ groupUuid }) => groups.includes(groupUuid))
        const missing = result.isPlaceholderData ? 0 : groups.length - shown.length
        return (
          <div className="flex flex-col gap-base">
            {missing > 0 && <MissingGroups count={missing} />}
            {shown.length === 0 && <NothingToCompare />}
            {shown.length > 0 &&
              (isBuyer ? (
                <BuyerComparison groups={groups} shown={shown} />
              ) : (
                <GroupTable shown={shown} students={undefined} student={undefined} />
              ))}
          </div>
        )
      }}
    </QueryState>
  )
}

function BuyerComparison({ groups, shown }: ComparisonProps & { shown: readonly ComparedGroup[] }) {
  const { t } = useLingui()
  const { replace } = useScreenSearch('group-comparison')
  const { students, chosen, failure } = useStudentsOfGroups(groups)
  return (
    <>
      {failure === null && (
        <ChildSwitcher
          legend={t`Для кого`}
          people={students?.map(({ studentUuid: uuid, firstName }) => ({ uuid, firstName }))}
          chosen={chosen?.studentUuid}
          onChoose={(child) => replace({ child })}
        />
      )}
      {failure !== null && students === undefined && (
        <Notice tone="error" title={t`Не удалось узнать, что подходит по времени и классу`} />
      )}
      <GroupTable shown={shown} students={students} student={chosen} />
    </>
  )
}

type GroupTableProps = {
  shown: readonly ComparedGroup[]
  students: readonly CourseStudent[] | undefined
  student: CourseStudent | undefined
}

function GroupTable({ shown, students, student }: GroupTableProps) {
  const { search, replace } = useScreenSearch('group-comparison')
  const { remove } = useGroupComparison()
  const caption = useRef<HTMLParagraphElement>(null)
  const focusTable = () => caption.current?.focus()
  const onRemove = (group: string) => {
    remove(group)
    replace({ groups: search.groups?.filter((other) => other !== group) })
    focusTable()
  }
  return (
    <>
      <p ref={caption} tabIndex={-1} className="text-sm text-ink-muted focus-visible:outline-none">
        {shown.length > 1 ? (
          <Trans>Выделено то, чем группы отличаются.</Trans>
        ) : (
          <Trans>
            Чтобы сравнить, добавьте ещё одну группу: кнопка «Сравнить» есть у каждой группы на странице курса.
          </Trans>
        )}
      </p>
      <ComparisonTable
        groups={shown}
        enrolment={{ students, student, onButtonRemoved: focusTable }}
        onRemove={onRemove}
      />
    </>
  )
}

function MissingGroups({ count }: { count: number }) {
  return (
    <Notice
      title={
        <Plural
          value={count}
          one="# группы больше нет в каталоге"
          few="# групп больше нет в каталоге"
          many="# групп больше нет в каталоге"
          other="# группы больше нет в каталоге"
        />
      }
    >
      <Trans>Занятия закончились, или в ссылке ошибка.</Trans>
    </Notice>
  )
}

function NothingToCompare() {
  const { t } = useLingui()
  const { groups } = useGroupComparison()
  return (
    <EmptyCard
      icon="catalog"
      title={t`Сравнивать пока нечего`}
      action={
        groups.length > 0 ? (
          <ButtonLink to="/catalog/comparison" search={{ groups: [...groups] }} variant="primary">
            <Plural
              value={groups.length}
              one="Открыть вашу # группу"
              few="Открыть ваши # группы"
              many="Открыть ваши # групп"
              other="Открыть ваши # группы"
            />
          </ButtonLink>
        ) : (
          <ButtonLink to="/catalog" variant="primary">
            <Trans>Посмотреть все курсы</Trans>
          </ButtonLink>
        )
      }
    >
      <Trans>Откройте курс и нажмите «Сравнить» у группы. Можно выбрать группы разных курсов, до четырёх.</Trans>
    </EmptyCard>
  )
}
