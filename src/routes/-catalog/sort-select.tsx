import { useLingui } from '@lingui/react/macro'
import { type CourseSort, courseSorts } from '#contract/enumerations.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useIsFamily } from '#src/routes/-query/use-session.ts'
import { CompactSelect } from '#src/ui/forms/compact-select.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { type CatalogFiltersProps, useCatalogFilter } from './use-catalog-filter.ts'

type SortSelectProps = Pick<CatalogFiltersProps, 'student'>

/** The order of the courses, above them; on a phone `SortField` in the dialog of filters replaces it. */
export function SortSelect({ student }: SortSelectProps) {
  const { t } = useLingui()
  const { options, value, change } = useSort(student)
  return <CompactSelect isWhole label={t`Порядок`} options={options} value={value} onChange={change} />
}

export function SortField({ student }: SortSelectProps) {
  const { t } = useLingui()
  const { options, value, change } = useSort(student)
  return (
    <div className="md:hidden">
      <Field label={t`Порядок`}>
        <Select value={value} onChange={({ target }) => change(target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

/** To a visitor without a class and a text no course is more suitable than another. */
function useSort(student: SortSelectProps['student']) {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('catalog')
  const { filter } = useCatalogFilter(student)
  const isRanked = useIsFamily() || search.search !== undefined || filter.grade !== undefined
  const labels: Record<CourseSort, string> = { start: t`Раньше начать`, price: t`Дешевле`, places: t`Больше мест` }
  return {
    options: [
      { value: '', label: isRanked ? t`Сначала подходящие` : t`По алфавиту` },
      ...courseSorts.map((sort) => ({ value: sort, label: labels[sort] })),
    ],
    value: search.sort ?? '',
    change: (value: string) => replace({ sort: courseSorts.find((one) => one === value), page: undefined }),
  }
}
