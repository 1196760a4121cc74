import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'

// biome-ignore format: a subject is a line
const subjects: readonly [code: string, title: string, courses: readonly string[]][] = [
  ['math', 'Математика', ['Олимпиадная математика', 'Профильная математика: подготовка к ЕГЭ', 'Занимательная геометрия']],
  ['physics', 'Физика', ['Физика в опытах', 'Механика для олимпиадников', 'Электричество и магнетизм']],
  ['chemistry', 'Химия', ['Химия вокруг нас', 'Органическая химия', 'Расчётные задачи']],
  ['biology', 'Биология', ['Биология: от клетки до экосистемы', 'Генетика человека', 'Анатомия и здоровье']],
  ['russian', 'Русский язык', ['Русский язык без ошибок', 'Сочинение на отлично', 'Орфография и пунктуация']],
  ['english', 'Английский язык', ['Английский: говорим свободно', 'Деловая переписка', 'Чтение в подлиннике']],
  ['history', 'История', ['История России в лицах', 'Древний мир', 'Новейшее время']],
  ['literature', 'Литература', ['Литературная мастерская', 'Поэзия Серебряного века', 'Читаем классику']],
  ['informatics', 'Информатика', ['Python с нуля', 'Веб-разработка', 'Анализ данных']],
  ['chess', 'Шахматы', ['Шахматы и логика', 'Эндшпиль', 'Дебюты для начинающих']],
]
const descriptions = [
  'Нестандартные задачи, доказательства и командные бои. Готовим к муниципальному этапу и дальше.',
  'Каждая тема начинается с опыта: считаем, измеряем, спорим и оформляем отчёты, как в лаборатории.',
  'Короткие занятия, понятная обратная связь родителям и проект, который не стыдно показать.',
  'Пробники каждый месяц, разбор ошибок каждого ученика и проверка решений по критериям.',
]
const places = ['Сокол', 'Пролетарская', 'Зеленоград', 'Мытищи', 'Иннополис', 'Химки', 'Выхино', 'Юго-Западная']
const teachers = 300

/** This number of courses with two or three groups each, for measurements. `today` lies within all of them. */
export async function addLargeCatalog(database: Database, { courses, today }: { courses: number; today: string }) {
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
  const titles = subjects.flatMap(([code, , own]) => own.map((title) => ({ code, title })))
  await database.execute(sql`
    insert into subjects (code, title)
    select each ->> 0, each ->> 1 from jsonb_array_elements(${json(subjects)}) as each on conflict do nothing
  `)
  await database.execute(sql`
    insert into territories (title, address)
    select each, each || ', 1' from jsonb_array_elements_text(${json(places)}) as each on conflict do nothing
  `)
  await database.execute(sql`
    insert into users (first_name, last_name, patronym)
    select 'Анна', 'Наставникова-' || number, 'Сергеевна' from generate_series(1, ${teachers}) as number
  `)
  await database.execute(sql`
    insert into campaigns (kind, branch, title, description, school_year, starts_on, ends_on, enrol_until)
    values ('year', 'school', 'Большая школа', 'Год', '2026/2027', ${today}::date - 60, ${today}::date + 200, ${today}::date + 100)
  `)
  await database.execute(sql`
    insert into programs (title, description, subject_code, branch, grades)
    select titles.title || ', ступень ' || number, descriptions.text, titles.code, 'school',
      case when number % 11 = 0 then '{}' else array[1 + number % 11, 1 + (number + 1) % 11]::smallint[] end
    from generate_series(1, ${courses}) as number
      join (
        select position - 1 as position, each ->> 'title' as title, each ->> 'code' as code
        from jsonb_array_elements(${json(titles)}) with ordinality as all_titles (each, position)
      ) as titles on titles.position = number % ${titles.length}
      join (
        select position - 1 as position, text from jsonb_array_elements_text(${json(descriptions)}) with ordinality as all_texts (text, position)
      ) as descriptions on descriptions.position = number % ${descriptions.length}
  `)
  await database.execute(sql`
    insert into study_groups (program_id, campaign_id, territory_id, teacher_id, title, format, starts_on, ends_on, price, payment_schemes, places_total, places_taken)
    select courses.id, campaigns.id, case when (courses.nth + part) % 3 = 0 then null else places.id end, teachers.id,
      courses.title || ', группа ' || part, (array['offline', 'webinar', 'video', 'stream'])[1 + (courses.nth + part) % 4],
      ${today}::date - 30 + (courses.nth % 90)::int, ${today}::date + 150, 3000000 + courses.nth % 50 * 100000, '{OnePayment,Recurent}', 12, (courses.nth * part) % 13
    from (select id, title, row_number() over (order by title) as nth from programs where title like '%, ступень %') as courses
      cross join generate_series(1, 3) as part
      join campaigns on campaigns.title = 'Большая школа'
      join (select id, row_number() over (order by title) - 1 as nth from territories where title in (${sql.join(
        places.map((place) => sql`${place}`),
        sql`, `,
      )})) as places
        on places.nth = (courses.nth * 7 + part) % ${places.length}
      join (select id, row_number() over (order by last_name) - 1 as nth from users where last_name like 'Наставникова-%') as teachers
        on teachers.nth = courses.nth % ${teachers}
    where part < 3 or courses.nth % 2 = 0
  `)
  await database.execute(sql`analyze`)
}
