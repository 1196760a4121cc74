import { Sparkline } from '#src/ui/charts/sparkline.tsx'
import { TrendChart } from '#src/ui/charts/trend-chart.tsx'
import { TrendIndicator } from '#src/ui/charts/trend-indicator.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Section } from './section.tsx'

const months = ['Сентябрь', 'Октябрь', 'Ноябрь', 'Декабрь']
const shares = [0.75, 1, 0, 0.9]

const points = months.map((name, index) => {
  const value = shares[index] ?? 0
  return { key: name, at: (index + 0.5) / months.length, value, name, words: `${value * 100} %` }
})
const drawing = {
  points,
  ticks: points.map(({ key, at, name }) => ({ key, at, name: `${name.slice(0, 3).toLowerCase()}.` })),
  scale: ['100 %', '50 %', '0 %'],
  table: { open: 'Показать таблицей', columns: ['Месяц', 'Итог'] },
} as const

export function Charts() {
  return (
    <Section id="charts" title="Ход вещей">
      <div className="grid gap-base lg:grid-cols-3">
        <Card title="Столбцами">
          <TrendChart label="Посещаемость по месяцам" shape="bars" {...drawing} />
        </Card>
        <Card title="Линией">
          <TrendChart label="Тесты по месяцам" shape="line" {...drawing} />
        </Card>
        <Card title="Одним взглядом">
          <Sparkline label={points.map(({ name, words }) => `${name} — ${words}`).join('; ')} points={points} />
          <TrendIndicator direction="up">95 % за 30 дней, раньше 90 %</TrendIndicator>
          <TrendIndicator direction="down">75 % за 30 дней, раньше 93 %</TrendIndicator>
          <TrendIndicator direction="same">82 % за 30 дней, как и раньше</TrendIndicator>
        </Card>
      </div>
    </Section>
  )
}
