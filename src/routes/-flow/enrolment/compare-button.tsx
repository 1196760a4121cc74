import { Trans, useLingui } from '@lingui/react/macro'
import { maxComparedGroups } from '#contract/limits.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useGroupComparison } from './use-group-comparison.ts'

type CompareButtonProps = { group: { groupUuid: string; title: string } }

/** Puts a group into the comparison or takes it out. */
export function CompareButton({ group: { groupUuid, title } }: CompareButtonProps) {
  const { t } = useLingui()
  const { groups, add, remove } = useGroupComparison()
  const isCompared = groups.includes(groupUuid)
  const isFull = !isCompared && groups.length >= maxComparedGroups
  return (
    <div className="flex flex-wrap items-center gap-x-sm print:hidden">
      <Button
        variant="quiet"
        icon={<Icon name={isCompared ? 'check' : 'plus'} size={16} />}
        aria-pressed={isCompared}
        aria-label={t`Сравнить группу ${title}`}
        disabled={isFull}
        onClick={() => (isCompared ? remove(groupUuid) : add(groupUuid))}
      >
        {isCompared ? <Trans>В сравнении</Trans> : <Trans>Сравнить</Trans>}
      </Button>
      {isFull && (
        <span className="text-sm text-ink-muted">
          <Trans>Не больше {maxComparedGroups} групп сразу</Trans>
        </span>
      )}
    </div>
  )
}
