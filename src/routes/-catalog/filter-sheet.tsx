import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import type { Facets } from './facets.ts'
import { FilterChoices } from './filter-choices.tsx'

type FilterSheetProps = {
  facets: Facets
  /** How many filters are on. */
  count: number
  /** How many courses they leave. */
  total: number
  onReset: () => void
  onClose: () => void
}

/** All filters of a phone in one sheet, whose button says at once what they leave. */
export function FilterSheet({ facets, count, total, onReset, onClose }: FilterSheetProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Фильтры</Trans>}
      closeLabel={t`Закрыть`}
      footer={
        <>
          <Button disabled={count === 0} onClick={onReset}>
            <Trans>Сбросить</Trans>
          </Button>
          <Button variant="primary" onClick={onClose}>
            <Plural
              value={total}
              one="Показать # курс"
              few="Показать # курса"
              many="Показать # курсов"
              other="Показать # курса"
            />
          </Button>
        </>
      }
    >
      <FilterChoices facets={facets} />
    </Dialog>
  )
}
