import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { SourceName } from '../matrix/source.ts';
import { shownName } from '../matrix/source.ts';
import type { Choices } from '../state/place.ts';
import { fragmentOf } from '../state/place.ts';
import type { Lesson } from './lessons.ts';
import { lessonAt, lessonFragment, LESSONS } from './lessons.ts';

interface Props {
  readonly choices: Choices;
  /** Name of the matrix that is shown. */
  readonly source: SourceName;
  /** The answer that was given to the question, where one was. */
  readonly answer: number | undefined;
  onAnswer(answer: number | undefined): void;
  choose(changed: Choices): void;
}

function Question({
  lesson,
  at,
  from,
  answer,
  onAnswer,
  choose,
}: Omit<Props, 'choices' | 'source'> & {
  readonly lesson: Lesson;
  readonly at: number;
  /** The matrix that the lesson took the place of; empty for none. */
  readonly from: SourceName;
}): JSX.Element {
  const section = useRef<HTMLElement>(null);
  const asked = useRef(at);
  useEffect(() => {
    onAnswer(undefined);
    if (asked.current !== at) section.current?.querySelector('input')?.focus({ preventScroll: true });
    asked.current = at;
  }, [lesson, at]);
  const step = lesson.steps[at];
  if (!step) return <></>;
  const { question, answers, right, because } = step;
  const next = lesson.steps[at + 1];
  const back = fragmentOf({ matrix: from, beside: '', panel: 'teach', choices: {} });
  return (
    <section class="lesson-step" aria-label={lesson.title} ref={section}>
      <h3>
        {lesson.title} <span class="quiet">{`${at + 1} of ${lesson.steps.length}`}</span>
      </h3>
      <fieldset>
        <legend>{question}</legend>
        {answers.map((text, k) => (
          <label key={text} class="check">
            <input type="radio" name="answer" checked={answer === k} onChange={() => onAnswer(k)} />
            {text}
          </label>
        ))}
      </fieldset>
      <p role="status">
        {answer !== undefined && `${answer === right ? 'Yes.' : `No: ${answers[right] ?? ''}.`} ${because}`}
      </p>
      {!next && answer !== undefined && (
        <p>
          Next:{' '}
          {LESSONS.filter((other) => other !== lesson).map((other) => (
            <span key={other.id}>
              <a href={lessonFragment(other, 0, from)}>{other.title}</a>, or{' '}
            </span>
          ))}
          the same of <a href={back}>{from === '' ? 'a matrix of your own' : shownName(from)}</a>.
        </p>
      )}
      <div class="controls">
        {next && (
          <button
            type="button"
            class="primary"
            disabled={answer === undefined}
            onClick={() => choose({ ...next.shows, question: String(at + 2) })}
          >
            Next question
          </button>
        )}
        {from === '' ? (
          <button type="button" onClick={() => choose({ lesson: '', question: '' })}>
            {next ? 'Leave the lesson' : 'End of the lesson'}
          </button>
        ) : (
          <a class="back" href={back}>
            Back to {shownName(from)}
          </a>
        )}
      </div>
    </section>
  );
}

/** The question of a lesson that a link has opened, or links to all lessons: each is an address of a matrix, a kernel, a step and a question. */
export function LessonView({ choices, source, ...asked }: Props): JSX.Element {
  const found = lessonAt(choices);
  if (found) return <Question {...found} {...asked} from={choices['from'] ?? ''} />;
  return (
    <nav class="lesson-links" aria-label="Lessons">
      Lessons:
      {LESSONS.map((lesson) => (
        <a key={lesson.id} href={lessonFragment(lesson, 0, source)}>
          {lesson.title}
        </a>
      ))}
    </nav>
  );
}
