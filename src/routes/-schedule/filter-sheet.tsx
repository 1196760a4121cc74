import { Trans, useLingui } from '@lingui/react/macro'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FilterChoices, filtersOn, type Person } from './filter-choices.tsx'

/** All filters of a phone in one sheet. */
export function FilterSheet({ people, onClose }: { people: readonly Person[]; onClose: () => void }) {
  const { t } = useLingui()
  const { search, replace } = useAddress('schedule')
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Фильтры</Trans>}
      closeLabel={t`Закрыть`}
      footer={
        <>
          <Button disabled={filtersOn(search.filter ?? {}) === 0} onClick={() => replace({ filter: undefined })}>
            <Trans>Сбросить</Trans>
          </Button>
          <Button variant="primary" onClick={onClose}>
            <Trans>Показать</Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-lg">
        <FilterChoices people={people} inSheet />
      </div>
    </Dialog>
  )
}
