import { PAIRS, pairPath } from '../../pairs.ts';
import { say } from '../state/language.ts';

/** Links to the pages of popular pairs. */
export function Popular() {
  return (
    <nav class="popular" aria-labelledby="popular-title">
      <h2 id="popular-title">{say.value.popular}</h2>
      <ul>
        {PAIRS.map((each) => (
          <li key={each.join()}>
            <a href={pairPath(each)}>
              {each[0]} <span aria-hidden="true">→</span>
              <span class="hidden">–</span> {each[1]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
