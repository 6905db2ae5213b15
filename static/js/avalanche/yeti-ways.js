// The ways the yeti can walk, as arithmetic: no page, no map. `graph` is what came with the choice: where he starts
// (`start`), how many steps he has (`reach`), whether he must walk all of them (`exact`), which nodes follow a node
// (`down`, `up`) and who stands where (`skiers`). A route is the list of the nodes he enters.

export const next = (graph, node, way) => graph[way][node] ?? [];

export const direction = (graph, route) =>
  route.length && next(graph, graph.start, "up").includes(route[0]) && !next(graph, graph.start, "down").includes(route[0])
    ? "up"
    : "down";

const kept = (route, path) => path.filter((node, index) => route[index] === node).length;

// All ways from the start to a node in one direction.
function ways(graph, goal, way) {
  const found = [];
  const walk = (path, at) => {
    if (at === goal && path.length) found.push(path);
    if (path.length < graph.reach) for (const node of next(graph, at, way)) walk([...path, node], node);
  };
  walk([], graph.start);
  return found;
}

// The route after a tap on a node: cut short there, or led there with as much of it as can be kept; on the other lane
// of a fork in its middle only that lane changes.
export function routeTo(graph, route, goal) {
  if (route.includes(goal) && !graph.exact) return route.slice(0, route.indexOf(goal) + 1);
  const found = ["down", "up"].flatMap(way => ways(graph, goal, way));
  found.sort((a, b) => kept(route, b) - kept(route, a) || a.length - b.length);
  if (!found[0]) return route;
  const index = found[0].length - 1;
  if (index >= route.length - 1) return found[0];
  const [swapped] = ["down", "up"]
    .flatMap(way => ways(graph, route.at(-1), way))
    .filter(path => path[index] === goal && path.length === route.length)
    .sort((a, b) => kept(route, b) - kept(route, a));
  return swapped ?? found[0];
}

// Where the distance is fixed, the rest of the way is filled in: lanes as last chosen, else those that hit nobody.
export function complete(graph, route, path) {
  if (!graph.exact) return path;
  const whole = walked => {
    const further = walked.length < graph.reach ? next(graph, walked.at(-1) ?? graph.start, "down") : [];
    return further.length ? further.flatMap(node => whole([...walked, node])) : [walked];
  };
  const hit = walk => walk.filter(node => graph.skiers[node]).length;
  return whole(path).sort((a, b) => kept(route, b) - kept(route, a) || hit(a) - hit(b))[0];
}

// The route with the other lane of its last step, null where there is none on that side: -1 = above or left of it, 1 =
// below or right. Where the distance is fixed, the other lane of its last fork. `at(node)`: where it lies on that axis.
export function across(graph, route, side, at) {
  for (let step = route.length - 1; step >= 0; step--) {
    const here = at(route[step]);
    const lanes = next(graph, route[step - 1] ?? graph.start, direction(graph, route));
    const other = lanes.find(node => node !== route[step] && (at(node) - here) * side > 0);
    if (other) return [...route.slice(0, step), other];
    if (!graph.exact) break;
  }
  return null;
}

// The route after one more step downhill or uphill; null where no step leads on.
export function stepped(graph, route, way) {
  if (route.length && direction(graph, route) !== way && !graph.exact) return route.slice(0, -1);
  const [on] = next(graph, route.at(-1) ?? graph.start, way);
  return route.length < graph.reach && on ? [...route, on] : null;
}
