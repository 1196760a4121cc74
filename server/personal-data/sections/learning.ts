import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import {
  courses,
  gradeBookCourses,
  gradeBooks,
  journalColumns,
  lessonResults,
  markHistory,
  marks,
  termMarks,
  terms,
} from '#server/db/schema/learning.ts'
import {
  campaigns,
  enrolments,
  groupMemberships,
  opportunities,
  programs,
  studyGroups,
} from '#server/db/schema/programs.ts'
import { absences, conversations, exams, lessons } from '#server/db/schema/schedule.ts'
import { transfers, waitingListEntries } from '#server/db/schema/transfers.ts'
import { computed, isOwn, onlyIf, type Section } from './section.ts'

const from = alias(studyGroups, 'from_group')
const to = alias(studyGroups, 'to_group')

function appointments(about: string, table: typeof exams | typeof conversations): Section {
  return {
    about,
    tables: [table],
    fields: {
      studentId: table.studentId,
      title: table.title,
      format: table.format,
      startsAt: table.startsAt,
      endsAt: table.endsAt,
      place: table.place,
      state: table.state,
    },
    from: sql`${table}`,
    where: ({ learning }) => sql`${table.studentId} in ${learning}`,
    orderBy: sql`${table.startsAt}, ${table.id}`,
  }
}

/** The studies of the person, and of the children whose studies the person sees. */
export const learningSections = {
  groups: {
    about: 'Groups of the students.',
    tables: [groupMemberships],
    fields: {
      studentId: groupMemberships.studentId,
      program: programs.title,
      group: studyGroups.title,
      joinedOn: groupMemberships.joinedOn,
      leftOn: groupMemberships.leftOn,
    },
    from: sql`${groupMemberships} join ${studyGroups} on ${studyGroups.id} = ${groupMemberships.groupId}
      join ${programs} on ${programs.id} = ${studyGroups.programId}`,
    where: ({ learning }) => sql`${groupMemberships.studentId} in ${learning}`,
    orderBy: sql`${groupMemberships.joinedOn}, ${groupMemberships.id}`,
  },
  transfers: {
    about: 'Changes of groups.',
    tables: [transfers],
    fields: {
      studentId: transfers.studentId,
      from: from.title,
      to: to.title,
      isOwn: isOwn(transfers.requestedById),
      requestedAt: transfers.requestedAt,
      effectiveFrom: transfers.effectiveFrom,
      state: transfers.state,
      withdrawnAt: transfers.withdrawnAt,
    },
    from: sql`${transfers} join ${studyGroups} as from_group on ${from.id} = ${transfers.fromGroupId}
      join ${studyGroups} as to_group on ${to.id} = ${transfers.toGroupId}`,
    where: ({ learning }) => sql`${transfers.studentId} in ${learning}`,
    orderBy: sql`${transfers.requestedAt}, ${transfers.id}`,
  },
  waitingLists: {
    about: 'Places in waiting lists of full groups.',
    tables: [waitingListEntries],
    fields: {
      studentId: waitingListEntries.studentId,
      group: studyGroups.title,
      isOwn: isOwn(waitingListEntries.requestedById),
      joinedAt: waitingListEntries.joinedAt,
      state: computed(sql`${waitingListEntries.state}`, z.string()),
      heldUntil: waitingListEntries.heldUntil,
    },
    from: sql`${waitingListEntries} join ${studyGroups} on ${studyGroups.id} = ${waitingListEntries.groupId}`,
    where: ({ enrolled }) => sql`${waitingListEntries.studentId} in ${enrolled}`,
    orderBy: sql`${waitingListEntries.joinedAt}, ${waitingListEntries.id}`,
  },
  enrolments: {
    about: 'Chosen options of the 2035 programme.',
    tables: [enrolments],
    fields: {
      studentId: enrolments.studentId,
      campaign: campaigns.title,
      opportunity: opportunities.title,
      group: studyGroups.title,
      isOwn: isOwn(enrolments.enrolledById),
      createdAt: enrolments.createdAt,
    },
    from: sql`${enrolments} join ${campaigns} on ${campaigns.id} = ${enrolments.campaignId}
      join ${opportunities} on ${opportunities.id} = ${enrolments.opportunityId}
      join ${studyGroups} on ${studyGroups.id} = ${enrolments.groupId}`,
    where: ({ enrolled }) => sql`${enrolments.studentId} in ${enrolled}`,
    orderBy: sql`${enrolments.createdAt}, ${enrolments.id}`,
  },
  lessonResults: {
    about: 'Attendance, homework and tests of lessons.',
    tables: [lessonResults],
    fields: {
      studentId: lessonResults.studentId,
      group: studyGroups.title,
      topic: lessons.topic,
      startsAt: lessons.startsAt,
      attendance: lessonResults.attendance,
      homeworkState: lessonResults.homeworkState,
      homeworkTask: lessonResults.homeworkTask,
      homeworkScore: lessonResults.homeworkScore,
      homeworkMax: lessonResults.homeworkMax,
      testScore: lessonResults.testScore,
      testMax: lessonResults.testMax,
      comment: lessonResults.comment,
    },
    from: sql`${lessonResults} join ${lessons} on ${lessons.id} = ${lessonResults.lessonId}
      join ${studyGroups} on ${studyGroups.id} = ${lessons.groupId}`,
    where: ({ learning }) => sql`${lessonResults.studentId} in ${learning}`,
    orderBy: sql`${lessons.startsAt}, ${lessonResults.lessonId}, ${lessonResults.studentId}`,
  },
  gradeBooks: {
    about: 'Courses of the grade books with the final marks.',
    tables: [gradeBooks, gradeBookCourses],
    fields: {
      studentId: gradeBooks.studentId,
      book: gradeBooks.title,
      schoolYear: campaigns.schoolYear,
      course: courses.title,
      finalMark: gradeBookCourses.finalMark,
    },
    from: sql`${gradeBookCourses} join ${gradeBooks} on ${gradeBooks.id} = ${gradeBookCourses.bookId}
      join ${campaigns} on ${campaigns.id} = ${gradeBooks.campaignId}
      join ${courses} on ${courses.id} = ${gradeBookCourses.courseId}`,
    where: ({ learning }) => sql`${gradeBooks.studentId} in ${learning}`,
    orderBy: sql`${campaigns.schoolYear}, ${gradeBookCourses.bookId}, ${gradeBookCourses.courseId}`,
  },
  termMarks: {
    about: 'Marks of quarters, modules and semesters.',
    tables: [termMarks],
    fields: { studentId: gradeBooks.studentId, course: courses.title, term: terms.title, value: termMarks.value },
    from: sql`${termMarks} join ${gradeBooks} on ${gradeBooks.id} = ${termMarks.bookId}
      join ${courses} on ${courses.id} = ${termMarks.courseId} join ${terms} on ${terms.id} = ${termMarks.termId}`,
    where: ({ learning }) => sql`${gradeBooks.studentId} in ${learning}`,
    orderBy: sql`${terms.startsOn}, ${termMarks.bookId}, ${termMarks.courseId}`,
  },
  marks: {
    about: 'Marks and absences of the journals, with the comments of teachers.',
    tables: [marks],
    fields: {
      id: marks.id,
      studentId: gradeBooks.studentId,
      course: courses.title,
      heldOn: journalColumns.heldOn,
      topic: journalColumns.topic,
      markType: journalColumns.markType,
      value: marks.value,
      score: marks.score,
      max: journalColumns.max,
      absent: marks.absent,
      comment: marks.comment,
      givenAt: marks.givenAt,
    },
    from: sql`${marks} join ${gradeBooks} on ${gradeBooks.id} = ${marks.bookId}
      join ${journalColumns} on ${journalColumns.id} = ${marks.columnId}
      join ${courses} on ${courses.id} = ${journalColumns.courseId}`,
    where: ({ learning }) => sql`${gradeBooks.studentId} in ${learning}`,
    orderBy: sql`${journalColumns.heldOn}, ${marks.id}`,
  },
  markHistory: {
    about: 'Earlier values of marks.',
    tables: [markHistory],
    fields: { markId: markHistory.markId, at: markHistory.at, value: markHistory.value },
    from: sql`${markHistory} join ${marks} on ${marks.id} = ${markHistory.markId}
      join ${gradeBooks} on ${gradeBooks.id} = ${marks.bookId}`,
    where: ({ learning }) => sql`${gradeBooks.studentId} in ${learning}`,
    orderBy: sql`${markHistory.at}, ${markHistory.markId}`,
  },
  exams: appointments('Exams of the students.', exams),
  conversations: appointments('Talks of the students with teachers.', conversations),
  absences: {
    about: 'Reported absences. The comment only of those that the person has reported.',
    tables: [absences],
    fields: {
      studentId: absences.studentId,
      isOwn: isOwn(absences.reportedById),
      reason: absences.reason,
      comment: onlyIf(({ own }) => sql`${absences.reportedById} in ${own}`, absences.comment),
      lessonId: absences.lessonId,
      startsOn: absences.startsOn,
      endsOn: absences.endsOn,
      createdAt: absences.createdAt,
      withdrawnAt: absences.withdrawnAt,
    },
    from: sql`${absences}`,
    where: ({ learning }) => sql`${absences.studentId} in ${learning}`,
    orderBy: sql`${absences.createdAt}, ${absences.id}`,
  },
  taughtGroups: {
    about: 'Groups that the person teaches or looks after.',
    tables: [studyGroups],
    fields: {
      group: studyGroups.title,
      isTeacher: isOwn(studyGroups.teacherId),
      isCurator: isOwn(studyGroups.curatorId),
      startsOn: studyGroups.startsOn,
      endsOn: studyGroups.endsOn,
    },
    from: sql`${studyGroups}`,
    where: ({ own }) => sql`(${studyGroups.teacherId} in ${own} or ${studyGroups.curatorId} in ${own})`,
    orderBy: sql`${studyGroups.startsOn}, ${studyGroups.id}`,
  },
  taughtCourses: {
    about: 'Courses with marks that the person teaches.',
    tables: [courses],
    fields: { course: courses.title, schoolYear: campaigns.schoolYear },
    from: sql`${courses} join ${campaigns} on ${campaigns.id} = ${courses.campaignId}`,
    where: ({ own }) => sql`${courses.teacherId} in ${own}`,
    orderBy: sql`${campaigns.schoolYear}, ${courses.id}`,
  },
  substitutions: {
    about: 'Lessons that the person gives in place of another teacher.',
    tables: [lessons],
    fields: { group: studyGroups.title, topic: lessons.topic, startsAt: lessons.startsAt, endsAt: lessons.endsAt },
    from: sql`${lessons} join ${studyGroups} on ${studyGroups.id} = ${lessons.groupId}`,
    where: ({ own }) => sql`${lessons.substituteId} in ${own}`,
    orderBy: sql`${lessons.startsAt}, ${lessons.id}`,
  },
} satisfies Record<string, Section>
