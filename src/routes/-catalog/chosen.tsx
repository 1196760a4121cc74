import { Trans, useLingui } from '@lingui/react/macro'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Button } from '#src/ui/button.tsx'
import { ChosenChips } from '#src/ui/chosen-chips.tsx'
import { type ChosenValue, chosenOf, type Facets, valueWords, withValues } from './facets.ts'

/** What narrows the catalog now, each to be taken away. */
export function Chosen({ facets }: { facets: Facets }) {
  const { t, i18n } = useLingui()
  const { search, replace } = useAddress('catalog')
  const chosen = chosenOf(search.filter, facets)
  if (chosen.length === 0) return null
  const wordsOf = ({ name, value, title }: ChosenValue) => {
    if (title === null) return t`неизвестно`
    const words = valueWords(name, { value, title }, i18n)
    return name === 'grade' ? t`${words} класс` : words
  }
  const remove = (key: string) => {
    const gone = chosen.find((one) => keyOf(one) === key)
    if (gone === undefined) return
    const left = search.filter?.[gone.name]?.filter((value) => value !== gone.value) ?? []
    replace({ filter: withValues(search.filter, gone.name, left), page: undefined })
  }
  return (
    <ChosenChips
      label={t`Выбранные фильтры`}
      chips={chosen.map((one) => {
        const words = wordsOf(one)
        return { key: keyOf(one), label: words, removeLabel: t`Убрать фильтр: ${words}` }
      })}
      onRemove={remove}
    >
      <Button variant="quiet" size="small" onClick={() => replace({ filter: undefined, page: undefined })}>
        <Trans>Сбросить</Trans>
      </Button>
    </ChosenChips>
  )
}

const keyOf = ({ name, value }: ChosenValue) => `${name} ${value}`
