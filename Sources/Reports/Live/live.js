'use strict';
(function () {
  var byId = function (id) { return document.getElementById(id); };
  var list = byId('rows');
  var device = byId('filter-device');
  var onlyBroken = byId('filter-broken');
  var follow = byId('follow');
  var run = null;
  var rules = [];
  var ways = [];
  var limit = 10000;
  var rows = new Map();
  // The rows in the order of the list.
  var order = [];
  var queue = [];
  var isScheduled = false;
  var hasEnded = false;
  var shownCount = 0;
  var batch = 200;

  // Text from outside is only ever made into text nodes.
  function element(name, className, text) {
    var node = document.createElement(name);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  }
  function prose(name, className, text) {
    var node = element(name, className);
    var parts = text.split('`');
    parts.forEach(function (part, index) {
      if (parts.length % 2 && index % 2) node.append(element('code', '', part));
      else node.append(part);
    });
    return node;
  }
  function count(number, noun) {
    return number.toLocaleString('en') + ' ' + noun + (number === 1 ? '' : 's');
  }
  function clock(milliseconds) {
    return new Date(milliseconds).toISOString().slice(11, 23);
  }

  function details(className, summary, fill) {
    var node = element('details', className);
    node.append(element('summary', '', summary));
    node.addEventListener('toggle', function () {
      if (!node.open || node.dataset.isFilled) return;
      node.dataset.isFilled = 'true';
      fill(node);
    });
    return node;
  }
  function pane(side) {
    var node = element('div');
    var text = element('pre', '', side.text);
    text.tabIndex = 0;
    text.setAttribute('aria-label', side.title);
    node.append(element('p', 'pane', side.title), text);
    return node;
  }
  function sides(all) {
    var node = element('div', 'sides');
    all.forEach(function (side) { node.append(pane(side)); });
    return node;
  }
  function demand(one) {
    var node = element('p');
    node.append(element('code', '', one.id));
    if (one.text) node.append(' ', element('span', 'level', one.standing), ' ', prose('span', '', one.text));
    if (one.url && /^https:\/\//.test(one.url)) {
      var link = element('a', '', 'source');
      link.href = one.url;
      link.rel = 'noreferrer';
      node.append(' (', link, ')');
    }
    return node;
  }
  function table(findings) {
    var wide = element('div', 'wide');
    wide.setAttribute('role', 'group');
    wide.setAttribute('aria-label', 'Expected and found');
    wide.tabIndex = 0;
    var table = element('table', 'findings');
    var head = element('tr');
    ['Place', 'Expected', 'Found'].forEach(function (title) {
      var cell = element('th', '', title);
      cell.scope = 'col';
      head.append(cell);
    });
    var top = element('thead');
    top.append(head);
    var body = element('tbody');
    findings.forEach(function (finding) {
      var line = element('tr');
      var place = element('th');
      place.scope = 'row';
      place.append(element('code', '', finding.place));
      var found = element('td', 'found');
      found.append(finding.isProse ? prose('span', '', finding.found) : element('code', '', finding.found));
      if (finding.nearest) found.append(' ', prose('span', 'why', finding.nearest));
      line.append(place, prose('td', 'expected', finding.expected), found);
      body.append(line);
    });
    table.append(top, body);
    wide.append(table);
    return wide;
  }
  function explain(node, all) {
    var more = element('div', 'more');
    if (all.title) more.append(prose('p', 'title', all.title));
    if (all.occasions) more.append(element('p', 'note', all.occasions));
    if (all.about) more.append(prose('p', 'about', all.about));
    if (all.advice) more.append(prose('p', 'advice', 'What to do: ' + all.advice));
    (all.demands || []).forEach(function (one) { more.append(demand(one)); });
    if ((all.findings || []).length) more.append(table(all.findings));
    if (all.order) {
      var calls = element('ol');
      calls.setAttribute('aria-label', 'Calls in the order of time');
      all.order.forEach(function (line) { calls.append(element('li', '', line)); });
      more.append(calls);
    }
    if (all.effect) more.append(prose('p', 'note', 'For a viewer: ' + all.effect));
    if (all.sides) more.append(sides(all.sides));
    node.append(more);
  }
  function ask(address, node) {
    var wait = element('p', 'note', 'Asking …');
    node.append(wait);
    fetch(address).then(function (answer) {
      if (!answer.ok) throw new Error(answer.status);
      return answer.json();
    }).then(function (all) {
      wait.remove();
      explain(node, all);
    }).catch(function () {
      wait.textContent = hasEnded
        ? 'The program has ended; the reports say it.' : 'It can’t be asked for now; close it and open it again.';
      if (!hasEnded) {
        delete node.dataset.isFilled;
        node.addEventListener('toggle', function () { wait.remove(); }, {once: true});
      }
    });
  }

  function ruleItem(index) {
    var node = element('li', '', rules[index][0]);
    if (rules[index][1].length) node.append(' ', element('span', 'level', rules[index][1].join(', ')));
    return node;
  }
  function obeyed(item) {
    var first = item.obeys.slice(0, 3).map(function (index) { return '‘' + rules[index][0] + '’'; }).join(', ');
    var more = item.obeys.length - 3;
    var node = details('', 'obeys ' + first + (more > 0 ? ' and ' + more + ' more' : ''), function (own) {
      var all = element('ul');
      item.obeys.forEach(function (index) { all.append(ruleItem(index)); });
      own.append(all);
    });
    return node;
  }
  function finding(item, broken) {
    var ids = broken.ids.length ? ' (' + broken.ids.join(', ') + ')' : '';
    var node = details('finding', 'breaks ‘' + rules[broken.rule][0] + '’' + ids + ': ' + broken.text,
      function (own) { ask('/entries/' + item.n + '/rules/' + broken.rule, own); });
    node.dataset.rule = broken.rule;
    return node;
  }
  function mistake(item, index) {
    var wrong = item.wrong[index];
    var node = details('finding',
      'the answer breaks ' + (wrong.ids.join(', ') || 'what is expected of it') + ': ' + wrong.text,
      function (own) { ask('/entries/' + item.n + '/answers/' + index, own); });
    node.dataset.rule = 'answer ' + index;
    return node;
  }

  function fill(row, item) {
    var node = row.node;
    // What a reader has unfolded stays so.
    var open = new Map();
    node.querySelectorAll('.finding').forEach(function (one) { open.set(one.dataset.rule, one); });
    var wasOpen = !!node.querySelector('details[open]:not(.finding)');
    var line = element('p');
    var time = element('time', 'time', clock(item.t));
    time.dateTime = new Date(item.t).toISOString();
    line.append(time, ' ');
    var parts = [line];
    if (item.k === 'call') {
      line.append(element('code', '', 'FRAMEWORK ' + item.name + (item.isAnswered ? '' : ' → no answer')));
      parts.push(details('', 'asked ' + item.text, function (own) { ask('/calls/' + item.n, own); }));
    } else {
      line.append(element('code', '', item.m + ' ' + item.p + ' → ' + (item.s || 'no answer')),
        ' ', element('span', 'tag', 'entry ' + item.n));
      item.steps.forEach(function (step) { line.append(' ', element('span', 'tag', 'step ' + step)); });
      item.breaks.forEach(function (broken) {
        var known = open.get(String(broken.rule));
        parts.push(known || finding(item, broken));
      });
      item.wrong.forEach(function (wrong, index) {
        parts.push(open.get('answer ' + index) || mistake(item, index));
      });
      if (item.obeys.length) parts.push(obeyed(item));
    }
    item.d.forEach(function (number) { line.append(' ', element('span', 'tag', 'device ' + number)); });
    node.replaceChildren.apply(node, parts);
    if (wasOpen) node.querySelectorAll('details:not(.finding)').forEach(function (one) { one.open = true; });
    node.dataset.verdict = item.k === 'call' ? 'call'
      : item.breaks.length || item.wrong.length ? 'failed' : item.obeys.length ? 'passed' : 'none';
    row.item = item;
    show(row);
  }
  function isBefore(one, other) {
    if (one.t !== other.t) return one.t < other.t;
    return one.k !== other.k ? one.k < other.k : one.n < other.n;
  }
  function add(item) {
    var key = item.k + item.n;
    var row = rows.get(key);
    if (row) return fill(row, item);
    row = {node: element('li', 'row'), item: item, isShown: false, key: key};
    rows.set(key, row);
    fill(row, item);
    var low = 0;
    var high = order.length;
    if (high && isBefore(order[high - 1].item, item)) low = high;
    while (low < high) {
      var middle = (low + high) >> 1;
      if (isBefore(order[middle].item, item)) low = middle + 1; else high = middle;
    }
    list.insertBefore(row.node, low < order.length ? order[low].node : null);
    order.splice(low, 0, row);
    if (order.length > limit) {
      var old = order.shift();
      rows.delete(old.key);
      if (old.isShown) shownCount -= 1;
      old.node.remove();
    }
  }
  function show(row) {
    var item = row.item;
    var fits = (!device.value || item.d.indexOf(Number(device.value)) >= 0)
      && (!onlyBroken.checked || row.node.dataset.verdict === 'failed');
    row.node.hidden = !fits;
    if (fits !== row.isShown) shownCount += fits ? 1 : -1;
    row.isShown = fits;
  }
  function tally() {
    byId('filter-count').textContent = shownCount + ' of ' + order.length + ' shown';
  }
  function filter() {
    order.forEach(show);
    tally();
  }

  function stepName(way, index) { return way.steps[index][0] + ' ' + way.steps[index][1]; }
  function track(item) {
    var id = 'device-' + item.n;
    var node = byId(id);
    if (!node) {
      node = element('details', 'group');
      node.id = id;
      byId('devices').append(node);
      byId('no-device').hidden = true;
      var option = element('option', '');
      option.value = item.n;
      option.id = 'option-' + item.n;
      device.append(option);
    }
    var name = 'Device ' + item.n + (item.name ? ': ' + item.name : '');
    byId('option-' + item.n).textContent = name;
    var summary = element('summary');
    summary.append(element('h3', '', name));
    var parts = [summary];
    item.ways.forEach(function (own, index) {
      var way = ways[index];
      if (!way) return;
      var line = element('span', 'at');
      line.append(way.cookbook + ': ');
      line.append(element('b', '', own.latest === null ? 'no step reached yet' : 'step ' + stepName(way, own.latest)));
      var next = own.next.map(function (step) { return stepName(way, step); }).join(', or ');
      line.append(next ? '. Next: ' + next : '. It was the last step.');
      summary.append(line);
      var steps = element('ol', 'way');
      steps.setAttribute('aria-label', 'Steps of ' + way.cookbook);
      way.steps.forEach(function (step, number) {
        var isReached = own.reached.indexOf(number) >= 0;
        var kind = (isReached ? 'reached' : '') + (own.latest === number ? ' latest' : '')
          + (own.next.indexOf(number) >= 0 && !isReached ? ' next' : '');
        var one = element('li', kind.trim(), step[0] + ' ' + step[1]);
        if (own.latest === number) one.setAttribute('aria-current', 'step');
        if (isReached) one.append(element('span', 'said', ', reached'));
        steps.append(one);
      });
      parts.push(steps);
    });
    node.replaceChildren.apply(node, parts);
  }
  function end(item) {
    hasEnded = true;
    byId('head').className = item.isGood ? 'good' : 'bad';
    byId('badge').textContent = (item.isGood ? '✓ ' : '✗ ') + item.verdict;
    byId('sentence').textContent = item.sentence;
    byId('state').textContent = 'The audit has ended. '
      + (item.reports ? 'The reports are in ' + item.reports + '; open report.html there.' : 'The reports were not written: see the terminal.');
    document.title = item.verdict + ' – live audit';
  }
  function hello(item) {
    rules = item.rules;
    limit = item.limit;
    byId('ending-count').textContent = count(item.atEnd.length, 'rule');
    byId('ending-rules').replaceChildren.apply(byId('ending-rules'), item.atEnd.map(ruleItem));
  }
  var kinds = {
    hello: hello, entry: add, call: add, device: track, end: end,
    ways: function (item) { ways = item.ways; }
  };
  function flush() {
    isScheduled = false;
    queue.splice(0, batch).forEach(function (item) { if (kinds[item.k]) kinds[item.k](item); });
    tally();
    if (follow.checked && order.length) order[order.length - 1].node.scrollIntoView({block: 'nearest'});
    document.documentElement.dataset.pending = queue.length;
    if (queue.length) schedule();
  }
  function schedule() {
    if (isScheduled) return;
    isScheduled = true;
    if (document.hidden) setTimeout(flush, 100); else requestAnimationFrame(flush);
  }
  function clear() {
    rows.clear();
    order = [];
    queue = [];
    shownCount = 0;
    list.replaceChildren();
    byId('devices').replaceChildren();
    byId('no-device').hidden = false;
    device.replaceChildren(device.options[0]);
  }
  function totals(all) {
    var parts = [
      count(all.entries, 'exchange'), count(all.calls, 'call') + ' of the framework',
      count(all.broken, 'break') + ' of a rule'
    ];
    if (all.wrong) parts.push(count(all.wrong, 'wrong answer'));
    if (all.entries + all.calls > limit) parts.push('the latest ' + limit.toLocaleString('en') + ' are shown');
    byId('counts').replaceChildren.apply(byId('counts'), parts.map(function (part) { return element('li', '', part); }));
  }

  var source = new EventSource('/events');
  source.onopen = function () {
    byId('state').textContent = 'Connected: what comes is shown at once.';
  };
  source.onmessage = function (event) {
    var message = JSON.parse(event.data);
    if (run !== null && run !== message.run) clear();
    run = message.run;
    message.items.forEach(function (item) {
      queue.push(item);
      // The server says no more.
      if (item.k === 'end') source.close();
    });
    totals(message.totals);
    schedule();
  };
  source.onerror = function () {
    if (hasEnded || queue.some(function (item) { return item.k === 'end'; })) return;
    byId('state').textContent = 'The connection is lost. It is tried again; what is below stays.';
  };
  byId('filter').addEventListener('submit', function (event) { event.preventDefault(); });
  [device, onlyBroken].forEach(function (field) { field.addEventListener('input', filter); });
  byId('state').textContent = 'Connecting …';
  tally();
})();
