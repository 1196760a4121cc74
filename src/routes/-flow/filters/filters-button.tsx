import { Trans } from '@lingui/react/macro'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { Button, type ButtonProps } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

export const FilterDialog = lazyComponent('filter-dialog', () => import('./filter-dialog.tsx'), 'FilterDialog')

type FiltersButtonProps = Pick<ButtonProps, 'size'> & {
  count: number
  onOpen: () => void
}

/** Button with the number of active filters that opens `FilterDialog`. */
export function FiltersButton({ count, onOpen, size }: FiltersButtonProps) {
  return (
    <Button
      data-filters-button=""
      size={size}
      icon={<Icon name="filter" size={size === 'small' ? 16 : 20} />}
      onClick={onOpen}
      onPointerEnter={FilterDialog.prefetch}
      onFocus={FilterDialog.prefetch}
    >
      <Trans>Фильтры</Trans>
      {count > 0 && (
        <span className="rounded-full bg-grey-10 px-xs text-sm text-ink-inverse tabular-nums">{count}</span>
      )}
    </Button>
  )
}
