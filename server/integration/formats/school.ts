import { sql } from 'drizzle-orm'
import { branches } from '#contract/enumerations.ts'
import { terms } from '#server/db/schema/learning.ts'
import * as tables from '#server/db/schema/programs.ts'
import { vacations } from '#server/db/schema/schedule.ts'
import * as cells from '#server/integration/format-types/cell-kinds.ts'
import { type Columns, type Format, unread, type Values } from '#server/integration/format-types/format.ts'
import { referenceTo, tableColumns, tableFormat } from './table-columns.ts'

const sessions: Columns = {
  title: { kind: cells.text, isRequired: true, to: 'title' },
  type: {
    kind: cells.oneOf(['schoolYear', 'term', 'semester', 'gradingPeriod']),
    isRequired: true,
    note: '`schoolYear` is a year of a branch or a campaign; the others are its terms',
  },
  startDate: { kind: cells.day, isRequired: true, to: 'startsOn' },
  endDate: { kind: cells.dayAfter, isRequired: true, to: 'endsOn', note: 'the first day after the session' },
  parentSourcedId: {
    ...referenceTo('academicSessions', { campaignId: 'campaignId', parentId: 'id' }),
    isRequired: false,
    note: 'required of terms',
  },
  schoolYear: { kind: cells.integer, isRequired: true, note: 'the year in which the school year ends' },
  'metadata.kind': { kind: cells.oneOf(tables.campaignKinds), isRequired: false, to: 'kind', fallback: 'year' },
  'metadata.branch': { kind: cells.oneOf(branches), isRequired: false, to: 'branch', fallback: 'school' },
  'metadata.description': { kind: cells.text, isRequired: false, to: 'description', fallback: '' },
  'metadata.enrolUntil': {
    kind: cells.day,
    isRequired: false,
    to: 'enrolUntil',
    note: 'empty means the last day of the session',
  },
}
const session = {
  file: 'academicSessions',
  collection: 'academicSessions',
  title: 'School years, campaigns of the 2035 programme, and their terms',
  columns: sessions,
}
const sessionDays = { startsOn: 'startsOn', endsOn: 'endsOn' }

/** Organisations, places, years, courses and groups. */
export const schoolFormats: readonly Format[] = [
  {
    file: 'orgs',
    collection: 'orgs',
    title: 'The school and its branches',
    table: null,
    columns: {
      name: unread,
      type: unread,
      identifier: unread,
      parentSourcedId: { kind: cells.reference, isRequired: false, note: 'sourcedId of `orgs.csv`; only checked' },
      'metadata.branch': { kind: cells.oneOf(branches), isRequired: false, to: 'branch', fallback: 'school' },
    },
    parent: 'parentSourcedId',
    attributes: { branch: 'branch' },
    exported: {
      rows: sql`select json_build_object('branch', branch, 'id', branch) as row from unnest(array['school', 'academy', 'college']) as branch`,
      cells: ({ branch }) => ({ name: String(branch), type: 'school' }),
    },
  },
  tableFormat('territories', 'Places of the school', tables.territories),
  tableFormat('subjects', 'Subjects', tables.subjects),
  {
    ...session,
    table: tables.campaigns,
    attributes: { campaignId: 'id', ...sessionDays },
    parent: 'parentSourcedId',
    accepts: ({ type }) => type === 'schoolYear',
    derive: ({ enrolUntil, endsOn }, { schoolYear }) => ({
      schoolYear: `${Number(schoolYear) - 1}/${schoolYear}`,
      enrolUntil: enrolUntil ?? endsOn,
    }),
    exported: {
      rows: sql`select row_to_json(campaigns) as row from campaigns order by id`,
      cells: (row) => ({ type: 'schoolYear', schoolYear: String(row.schoolYear).slice(5) }),
    },
  },
  {
    ...session,
    table: terms,
    attributes: { campaignId: 'campaignId', ...sessionDays },
    accepts: ({ type }) => type !== 'schoolYear',
    prepare: async (_, rows) =>
      rows
        .filter(({ values }) => !values.campaignId || values.parentId !== values.campaignId)
        .map((row) => ({
          row,
          column: 'parentSourcedId',
          reason: 'unknown',
          value: String(row.cells.parentSourcedId ?? ''),
        })),
    exported: {
      rows: sql`select json_build_object('schoolYear', school_year) ::jsonb || to_jsonb(terms) as row from terms join campaigns on campaigns.id = campaign_id order by terms.id`,
      cells: (row) => ({ type: 'term', schoolYear: String(row.schoolYear).slice(5) }),
    },
  },
  tableFormat('vacations', 'Days without lessons', vacations),
  {
    file: 'courses',
    collection: 'courses',
    title: 'Programs',
    table: tables.programs,
    columns: {
      schoolYearSourcedId: unread,
      title: { kind: cells.text, isRequired: true, to: 'title' },
      courseCode: unread,
      grades: {
        kind: cells.listOf(cells.text),
        isRequired: false,
        fallback: [],
        note: '`5,6`; empty means all; values that are not 1 to 11 are skipped',
      },
      orgSourcedId: { ...referenceTo('orgs', { branch: 'branch' }), isRequired: true },
      subjects: {
        kind: cells.listOf(cells.text),
        isRequired: false,
        fallback: [],
        note: 'the first is used; empty means the title',
      },
      subjectCodes: { kind: cells.listOf(cells.text), isRequired: false, fallback: [], note: 'the first is used' },
      'metadata.description': { kind: cells.text, isRequired: false, to: 'description', fallback: '' },
    },
    derive: ({ title }, { grades, subjects, subjectCodes }) => {
      const [subjectTitle = title] = subjects as string[]
      const [subjectCode = subjectTitle] = subjectCodes as string[]
      return { grades: knownGrades(grades), subjectTitle, subjectCode }
    },
    async prepare(transaction, rows) {
      const subjects = rows.map(({ values }) => ({ code: values.subjectCode, title: values.subjectTitle }))
      await transaction.execute(
        sql`insert into subjects (code, title) select distinct on (code) code, title from json_populate_recordset(null::subjects, ${JSON.stringify(subjects)}::json) on conflict do nothing`,
      )
      return []
    },
    exported: {
      rows: sql`select to_jsonb(programs) || jsonb_build_object('subject', subjects.title) as row from programs join subjects on code = subject_code order by id`,
      cells: ({ grades, subject, subjectCode }) => ({
        grades: (grades as number[]).join(','),
        subjects: String(subject),
        subjectCodes: String(subjectCode),
      }),
    },
  },
  {
    file: 'classes',
    collection: 'classes',
    title: 'Groups',
    table: tables.studyGroups,
    columns: {
      title: { kind: cells.text, isRequired: true, to: 'title' },
      grades: unread,
      courseSourcedId: { ...referenceTo('courses', { programId: 'id' }), isRequired: true },
      classCode: unread,
      classType: unread,
      location: unread,
      schoolSourcedId: unread,
      termSourcedIds: {
        kind: cells.listOf(cells.reference),
        isRequired: true,
        of: {
          collection: 'academicSessions',
          fill: { campaignId: 'campaignId', termStartsOn: 'startsOn', termEndsOn: 'endsOn' },
          isList: true,
        },
        note: 'the first is used',
      },
      subjects: unread,
      subjectCodes: unread,
      periods: unread,
      ...classColumns(),
    },
    derive: (values) => ({
      startsOn: values.startsOn ?? values.termStartsOn,
      endsOn: values.endsOn ?? values.termEndsOn,
    }),
    attributes: { startsOn: 'startsOn', endsOn: 'endsOn', campaignId: 'campaignId' },
    exported: { cells: () => ({ classType: 'scheduled' }) },
  },
  tableFormat('slots', 'Weekly times of groups', tables.slots),
]

/** What a class of another program does not have. */
function classColumns(): Columns {
  const omit = ['programId', 'campaignId', 'teacherId', 'title', 'placesTaken']
  const notes = { curatorId: 'whom families may write to; a person with a role of a teacher' }
  const fallbacks: Values = {
    'metadata.format': 'offline',
    'metadata.startsOn': null,
    'metadata.endsOn': null,
    'metadata.price': 0,
    'metadata.paymentSchemes': ['OnePayment'],
    'metadata.placesTotal': 30,
  }
  const columns = Object.entries(tableColumns(tables.studyGroups, { isOneRoster: true, omit, notes }))
  return Object.fromEntries(
    columns.map(([name, column]) => [
      name,
      name in fallbacks ? { ...column, isRequired: false, fallback: fallbacks[name] } : column,
    ]),
  )
}

export function knownGrades(grades: unknown): number[] {
  return [...new Set((grades as string[]).map(Number))].filter((grade) => grade >= 1 && grade <= 11)
}
