import { Trans, useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { ComparedGroup } from '#contract/enrolment/catalog.ts'
import { titleWithoutCourse } from '#src/routes/-flow/enrolment/enrolment-context.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { type Aspect, type AspectContext, useAspects } from './compared-aspects.tsx'

type ComparisonTableProps = {
  groups: readonly ComparedGroup[]
  enrolment: AspectContext
  onRemove: (group: string) => void
}

/** One column per group. It scrolls sideways; the names of the attributes stay. */
export function ComparisonTable(props: ComparisonTableProps) {
  const { t } = useLingui()
  const parts = { ...props, aspects: useAspects(props.groups, props.enrolment) }
  return (
    <Card as="div" padding="flush">
      <section
        aria-label={t`Сравнение групп`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard
        tabIndex={0}
        style={{ '--groups': props.groups.length } as CSSProperties}
        className="overflow-x-auto rounded-lg print:overflow-visible"
      >
        <Responsive from="md" narrow={<NarrowTable {...parts} />} wide={<WideTable {...parts} />} />
      </section>
    </Card>
  )
}

type TableParts = ComparisonTableProps & { aspects: readonly Aspect[] }

const tableClasses = 'w-full table-fixed border-collapse text-left break-words print:min-w-0'

/** One row per attribute, beside its name. */
function WideTable({ groups, aspects, onRemove }: TableParts) {
  const { t } = useLingui()
  return (
    <table className={`${tableClasses} min-w-[calc(168px+var(--groups)*200px)]`}>
      <caption className="sr-only">{t`Сравнение групп`}</caption>
      <thead>
        <tr className="align-top">
          <th scope="col" className={`${nameClasses} border-b`}>
            <span className="sr-only">
              <Trans>Что сравниваем</Trans>
            </span>
          </th>
          {groups.map((group) => (
            <GroupHeader key={group.groupUuid} group={group} onRemove={onRemove} />
          ))}
        </tr>
      </thead>
      <tbody>
        {aspects.map((aspect) => (
          <tr key={aspect.key} className="border-b border-line-soft align-top last:border-b-0">
            <th scope="row" className={nameClasses}>
              <AspectName aspect={aspect} groups={groups} />
            </th>
            <ComparedValues aspect={aspect} groups={groups} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** On a phone the name of an attribute is above its row, so that two groups are seen at once. */
function NarrowTable({ groups, aspects, onRemove }: TableParts) {
  const { t } = useLingui()
  return (
    <table className={`${tableClasses} min-w-[calc(var(--groups)*160px)]`}>
      <caption className="sr-only">{t`Сравнение групп`}</caption>
      <thead>
        <tr className="align-top">
          {groups.map((group) => (
            <GroupHeader key={group.groupUuid} group={group} onRemove={onRemove} />
          ))}
        </tr>
      </thead>
      {aspects.map((aspect) => (
        <tbody key={aspect.key} className="border-b border-line-soft last:border-b-0">
          <tr>
            <th scope="rowgroup" colSpan={groups.length} className="px-sm pt-xs text-xs font-normal text-ink-muted">
              <span className="sticky left-sm">
                <AspectName aspect={aspect} groups={groups} />
              </span>
            </th>
          </tr>
          <tr className="align-top">
            <ComparedValues aspect={aspect} groups={groups} />
          </tr>
        </tbody>
      ))}
    </table>
  )
}

const nameClasses =
  'sticky left-0 z-sticky w-[168px] border-r border-line-soft bg-surface py-sm pr-xs pl-lg text-sm font-normal text-ink-muted print:static'
const valueClasses = 'px-sm pb-sm max-md:pt-xxs max-md:text-sm md:px-base md:pt-sm'

type AspectProps = { aspect: Aspect; groups: readonly ComparedGroup[] }

function AspectName({ aspect, groups }: AspectProps) {
  return (
    <>
      {aspect.title}
      {isDifferent(aspect, groups) && (
        <span className="sr-only">
          <Trans>, отличается</Trans>
        </span>
      )}
    </>
  )
}

function ComparedValues({ aspect, groups }: AspectProps) {
  return groups.map((group) => (
    <td key={group.groupUuid} className={valueClasses}>
      <ComparedValue aspect={aspect} group={group} groups={groups} />
    </td>
  ))
}

type GroupHeaderProps = { group: ComparedGroup } & Pick<ComparisonTableProps, 'onRemove'>

function GroupHeader({ group: { groupUuid, title, course, isOnSale }, onRemove }: GroupHeaderProps) {
  const { t } = useLingui()
  return (
    <th scope="col" className={`${valueClasses} border-b border-line-soft font-normal max-md:pt-xs`}>
      <div className="flex items-start justify-between gap-xxs max-md:flex-col-reverse">
        <div className="min-w-0">
          <ScreenLink to="/catalog/$id" params={{ id: course.uuid }} variant="quiet">
            <span className="font-strong">
              <SchoolText>{course.title}</SchoolText>
            </span>
          </ScreenLink>
          <p className="text-sm text-ink-muted">
            <SchoolText>{titleWithoutCourse(title, course.title)}</SchoolText>
          </p>
          {!isOnSale && (
            <p className="mt-xxs">
              <Badge>
                <Trans>Запись закрыта</Trans>
              </Badge>
            </p>
          )}
        </div>
        <div className="-mt-xs -mr-xs shrink-0 max-md:self-end">
          <IconButton icon="close" label={t`Убрать из сравнения: ${title}`} onClick={() => onRemove(groupUuid)} />
        </div>
      </div>
    </th>
  )
}

type ComparedValueProps = AspectProps & { group: ComparedGroup }

/** A value that differs between the groups is marked; one that all groups share is muted. */
function ComparedValue({ aspect, group, groups }: ComparedValueProps) {
  if (aspect.value === undefined || groups.length < 2) return aspect.of(group)
  return isDifferent(aspect, groups) ? (
    <div className="-mx-xs -my-half w-fit rounded-sm bg-surface-info px-xs py-half forced-colors:outline">
      {aspect.of(group)}
    </div>
  ) : (
    <div className="text-ink-muted">{aspect.of(group)}</div>
  )
}

function isDifferent({ value }: Aspect, groups: readonly ComparedGroup[]): boolean {
  return value !== undefined && new Set(groups.map(value)).size > 1
}
